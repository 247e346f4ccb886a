import test from "ava";
import type { Browser, Page } from "playwright-core";
import type { Kiln } from "../../../start.js";
import { type Person, signUp } from "../../helpers/client.js";
import { buildConsole, openSignedIn, WAIT } from "../../helpers/console-site.js";
import { insertObject } from "../../helpers/insert-object.js";
import { keepPicture, type Look, openChromium, seriousFindings } from "../../helpers/page-browser.js";
import { startKiln } from "../../helpers/start-kiln.js";

/** Time that a message stays, as in console/shell/toasts.tsx. */
const STAYS_MS = 7_000;
let kiln: Kiln;
let browser: Browser;
let person: Person;
test.before(async () => {
  buildConsole();
  kiln = await startKiln();
  person = await signUp(kiln.url);
  for (const [filename, createdAt] of [
    ["First", 1_000_002],
    ["Second", 1_000_001],
    ["Third", 1_000_000],
  ] as const)
    await insertObject(kiln, person.id, { filename, createdAt });
  browser = await openChromium();
});
test.after.always(async () => {
  await browser?.close();
  await kiln?.stop();
});

/** Opens a page whose messages stay for a minute, because a loaded machine is slow. */
async function openAt(look: Look) {
  const opened = await openSignedIn(browser, {
    baseUrl: kiln.host.baseUrl,
    path: "/app/library",
    look,
    who: person,
  });
  await opened.page.addInitScript(`{
    const { setTimeout: wait } = globalThis;
    globalThis.setTimeout = (call, ms, ...rest) => wait(call, ms === ${STAYS_MS} ? 60_000 : ms, ...rest);
  }`);
  await opened.page.reload();
  return opened;
}
const fileOf = (page: Page, name: string) =>
  page.getByRole("list", { name: "Files" }).getByRole("button", { name });
const windowOf = (page: Page, name: string) => page.getByRole("dialog", { name });

async function deleteAndOpenNext(page: Page, name: string, next: string): Promise<void> {
  await fileOf(page, name).click(WAIT);
  await windowOf(page, name).getByRole("button", { name: "Delete" }).click(WAIT);
  await page.getByText(`${name} is deleted.`).waitFor(WAIT);
  await fileOf(page, next).click(WAIT);
  await windowOf(page, next).getByText("image/png").waitFor(WAIT);
}

/** Presses Tab until the button has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  const button = page.getByRole("button", { name, exact: true });
  for (let nth = 0; nth < 20; nth++) {
    if (await button.evaluate((element) => element === element.ownerDocument.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not come to ${name}.`);
}

test.serial("Undo is in reach of the keyboard over a window that is open (rules/console 4)", async (t) => {
  const { context, page, complaints } = await openAt({ width: 1280, scheme: "light" });
  await deleteAndOpenNext(page, "First", "Second");
  await keepPicture(page, "library-undo-over-window");
  t.deepEqual(await seriousFindings(page), []);
  await tabTo(page, "Undo");
  await page.keyboard.press("Enter");
  await page.getByText("First is deleted.").waitFor({ ...WAIT, state: "detached" });
  t.true(await windowOf(page, "Second").isVisible(), "the window stays");
  // The element with the focus is gone, so the nearest one in the window has it.
  await page.waitForFunction("document.activeElement.closest('dialog') !== null");
  await page.keyboard.press("Escape");
  await fileOf(page, "First").waitFor(WAIT);
  t.deepEqual(complaints, []);
  await context.close();
});

test.serial("Undo can be clicked over a window, on a phone too, and leaves it with the window", async (t) => {
  const { context, page, complaints } = await openAt({ width: 390, scheme: "dark" });
  await deleteAndOpenNext(page, "First", "Second");
  await keepPicture(page, "library-undo-over-window-390-dark");
  await page.getByRole("button", { name: "Undo" }).click({ timeout: 5_000 });
  t.true(await windowOf(page, "Second").isVisible(), "a click on a message is none beside the window");
  await page.keyboard.press("Escape");
  await fileOf(page, "First").waitFor(WAIT);
  await deleteAndOpenNext(page, "Second", "Third");
  await page.keyboard.press("Escape");
  await windowOf(page, "Third").waitFor({ ...WAIT, state: "detached" });
  await page.getByRole("button", { name: "Undo" }).click({ timeout: 5_000 });
  await fileOf(page, "Second").waitFor(WAIT);
  t.deepEqual(complaints, []);
  await context.close();
});

test.serial("a window says within itself what was done in it", async (t) => {
  const { context, page, complaints } = await openAt({ width: 1280, scheme: "dark" });
  await fileOf(page, "Third").click(WAIT);
  const dialog = windowOf(page, "Third");
  await dialog.getByRole("button", { name: "Publish" }).click(WAIT);
  await dialog.getByText("Everybody who has the address can see the file now.").waitFor(WAIT);
  await dialog.getByRole("button", { name: "Dismiss" }).click({ timeout: 5_000 });
  await dialog.getByText("Everybody who has the address").waitFor({ ...WAIT, state: "detached" });
  t.true(await dialog.isVisible());
  t.deepEqual(complaints, []);
  await context.close();
});
