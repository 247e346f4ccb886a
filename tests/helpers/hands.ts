import type { Locator, Page } from "playwright-core";
import { WAIT } from "./console-site.js";

/** One way of using a page (mouse or keyboard). A story is written once and runs with each. */
export interface Hands {
  /** Presses a button, a link or a tab. */
  press(what: Locator): Promise<void>;
  write(field: Locator, text: string): Promise<void>;
  /** Chooses one of a few radio buttons. */
  choose(radio: Locator): Promise<void>;
  /** Picks an option of a list by its name. */
  pick(select: Locator, name: string): Promise<void>;
}

export const mouseOf = (_page: Page): Hands => ({
  press: (what) => what.click(WAIT),
  write: (field, text) => field.fill(text, WAIT),
  choose: (radio) => radio.locator("xpath=..").click(WAIT),
  pick: async (select, name) => void (await select.selectOption(name, WAIT)),
});

/** Number of Tab presses after which a search gives up, more than any page has focusable elements. */
const MOST_TABS = 300;

/** Presses Tab until the element has the focus. Throws for an element that Tab does not reach. */
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

/** Uses the keyboard alone: Tab to an element, Enter, letters, and arrow keys within tabs. */
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
