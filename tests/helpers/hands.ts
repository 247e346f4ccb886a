import type { Locator, Page } from "playwright-core";
import { WAIT } from "./console-site.js";

/** How somebody uses a page: a story is told once and done by each. */
export interface Hands {
  /** A button, a link or a tab. */
  press(what: Locator): Promise<void>;
  write(field: Locator, text: string): Promise<void>;
  /** One of a few radio buttons. */
  choose(radio: Locator): Promise<void>;
  /** One of a list, by its name. */
  pick(select: Locator, name: string): Promise<void>;
}

export const mouseOf = (_page: Page): Hands => ({
  press: (what) => what.click(WAIT),
  write: (field, text) => field.fill(text, WAIT),
  choose: (radio) => radio.locator("xpath=..").click(WAIT),
  pick: async (select, name) => void (await select.selectOption(name, WAIT)),
});

/** More than any page has places to stop at. */
const MOST_TABS = 300;

/** Tab from where the focus is until a place has it; a place that Tab does not reach is not reached. */
async function tabTo(page: Page, what: Locator): Promise<void> {
  await what.waitFor({ ...WAIT, state: "attached" });
  const isThere = () =>
    what.evaluate((element) => {
      const { activeElement } = element.ownerDocument;
      return element === activeElement;
    });
  for (let tabs = 0; tabs <= MOST_TABS; tabs++) {
    if (await isThere()) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not reach ${what.toString()}.`);
}

/** Keys alone: Tab to a place, Enter, letters, and arrows within tabs. */
export const keysOf = (page: Page): Hands => ({
  async press(what) {
    await what.waitFor(WAIT);
    if ((await what.getAttribute("tabindex")) === "-1" && (await what.getAttribute("role")) === "tab") {
      await tabTo(page, page.locator('[role="tab"][aria-selected="true"]'));
      while ((await what.getAttribute("aria-selected")) !== "true") await page.keyboard.press("ArrowRight");
      return;
    }
    await tabTo(page, what);
    await page.keyboard.press("Enter");
  },
  async write(field, text) {
    await tabTo(page, field);
    await page.keyboard.press("Control+a");
    await page.keyboard.type(text);
  },
  async choose(radio) {
    await radio.waitFor({ ...WAIT, state: "attached" });
    const name = (await radio.getAttribute("name")) ?? "";
    await tabTo(page, page.locator(`input[type="radio"][name="${name}"]:checked`));
    while (!(await radio.isChecked())) await page.keyboard.press("ArrowRight");
  },
  async pick(select, name) {
    await tabTo(page, select);
    await page.keyboard.type(name);
  },
});
