import test from "ava";
import type { Browser, Page } from "playwright-core";
import type { Kiln } from "../../../start.js";
import { type Person, signUp } from "../../helpers/client.js";
import { buildConsole, openSignedIn, press, WAIT } from "../../helpers/console-site.js";
import { insertCopies } from "../../helpers/insert-copies.js";
import { insertObject } from "../../helpers/insert-object.js";
import { type Look, openChromium, overflowOf, seriousFindings } from "../../helpers/page-browser.js";
import { startKiln } from "../../helpers/start-kiln.js";

/** Number of files, more than the library reads at once. */
const FILES = 64;
let kiln: Kiln;
let browser: Browser;
let person: Person;
test.before(async () => {
  buildConsole();
  kiln = await startKiln();
  person = await signUp(kiln.url);
  const id = await insertObject(kiln, person.id, { filename: "File 0", createdAt: 1_000_000 });
  await insertCopies(kiln, {
    table: "storage_objects",
    id,
    count: FILES - 1,
    columns: { filename: "'File ' || n", createdAt: "1000000 + n" },
  });
  browser = await openChromium();
});
test.after.always(async () => {
  await browser?.close();
  await kiln?.stop();
});

const openAt = (width: Look["width"]) =>
  openSignedIn(browser, {
    baseUrl: kiln.host.baseUrl,
    path: "/app/library",
    look: { width, scheme: "light" },
    who: person,
  });
const openFile = (page: Page, nth: number) =>
  page
    .getByRole("list", { name: "Files" })
    .getByRole("button", { name: `File ${nth}` })
    .click(WAIT);
const isShown = (page: Page, nth: number) =>
  page.getByRole("dialog", { name: `File ${nth}`, exact: true }).waitFor(WAIT);

for (const width of [1280, 360] as const)
  test.serial(`from file to file in one window, ${width} px`, async (t) => {
    const { context, page, complaints } = await openAt(width);
    await openFile(page, 63);
    await isShown(page, 63);
    const before = page.getByRole("button", { name: "Previous file" });
    t.is(await before.getAttribute("aria-disabled"), "true", "it is the newest");
    await page.keyboard.press("ArrowLeft");
    await press(page, "Next file");
    await isShown(page, 62);
    await page.keyboard.press("ArrowRight");
    await isShown(page, 61);
    await page.keyboard.press("ArrowLeft");
    await isShown(page, 62);
    t.deepEqual(await seriousFindings(page), []);
    t.true((await overflowOf(page)) <= 0);
    // All of it was one step of the history: Back leaves the window for the library.
    await page.goBack();
    await page.getByRole("dialog").waitFor({ ...WAIT, state: "detached" });
    t.deepEqual(complaints, []);
    await context.close();
  });

test.serial("the arrows pass over what is being deleted, and go on into the next page", async (t) => {
  const { context, page, complaints } = await openAt(1280);
  await openFile(page, 62);
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click(WAIT);
  await openFile(page, 63);
  await isShown(page, 63);
  for (let nth = 61; nth >= 0; nth--) {
    await page.keyboard.press("ArrowRight");
    await isShown(page, nth);
  }
  t.is(await page.getByRole("button", { name: "Next file" }).getAttribute("aria-disabled"), "true");
  t.deepEqual(complaints, []);
  await context.close();
});
