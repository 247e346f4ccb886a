import test from "ava";
import type { Browser, Page } from "playwright-core";
import type { Kiln } from "../../../start.js";
import { type Person, signUp } from "../../helpers/client.js";
import { buildConsole, openSignedIn, press, WAIT } from "../../helpers/console-site.js";
import { makeResults } from "../../helpers/make-results.js";
import { openChromium } from "../../helpers/page-browser.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { waitUntil } from "../../helpers/wait-until.js";

let kiln: Kiln;
let browser: Browser;
let person: Person;
let first: string;
let second: string;
test.before(async () => {
  buildConsole();
  kiln = await startKiln({ SIGNUP_CREDITS: "10000" });
  person = await signUp(kiln.url);
  first = await make("A kiln");
  second = await make("A harbour");
  browser = await openChromium();
});
test.after.always(async () => {
  await browser?.close();
  await kiln?.stop();
});

const make = async (prompt: string): Promise<string> => {
  const params = { kind: "image", prompt, aspectRatio: "16:9", numImages: 1 };
  return (await makeResults(person.api, "mock-image", params)).storageIds[0] ?? "";
};
/** Opens the form with the values of an address. */
const openAt = async (search: string) => {
  const opened = await openSignedIn(browser, {
    baseUrl: kiln.host.baseUrl,
    path: "/app/generate",
    look: { width: 1280, scheme: "light" },
    who: person,
  });
  await opened.page.goto(new URL(`/app/generate?${search}`, kiln.host.baseUrl).href);
  return opened;
};
const draftOf = async (page: Page) =>
  JSON.parse(await page.evaluate("sessionStorage.getItem('kiln-generate') ?? '{}'"));
const hasFiles = (page: Page, name: string, ids: readonly string[]) =>
  waitUntil(async () => JSON.stringify((await draftOf(page)).values?.[name]) === JSON.stringify(ids));
const useHarbour = async (page: Page) => {
  const harbour = page.locator(".job", { hasText: "A harbour" });
  await harbour.locator("summary").click(WAIT);
  await harbour.getByRole("button", { name: "Use as input" }).click(WAIT);
};
const undo = (page: Page, says: string) =>
  page.locator(".toast", { hasText: says }).getByRole("button", { name: "Undo" }).click(WAIT);
const prompt = (page: Page) => page.getByLabel("Prompt", { exact: true });

test.serial("a file that becomes the input says what it replaces, and Undo brings that back", async (t) => {
  // As from the library, the file belongs to the form and no longer to the address.
  const { context, page, complaints } = await openAt(`model=mock-upscale&input=${first}&kind=image`);
  await page.getByText(/^The picture is now in “/).waitFor(WAIT);
  t.is(new URL(page.url()).search, "");
  await hasFiles(page, "sourceStorageId", [first]);
  await useHarbour(page);
  await page.getByText(/^The picture replaces another one in “/).waitFor(WAIT);
  await hasFiles(page, "sourceStorageId", [second]);
  await useHarbour(page);
  await page.getByText(/has this picture already\.$/).waitFor(WAIT);
  await undo(page, "replaces another one");
  await hasFiles(page, "sourceStorageId", [first]);
  // A model that takes no picture is replaced by one that does, and comes back with the text that was written for it.
  await page.goto(new URL("/app/generate?model=mock-sfx", kiln.host.baseUrl).href);
  await prompt(page).fill("Thunder");
  await useHarbour(page);
  await waitUntil(async () => (await draftOf(page)).model !== "mock-sfx");
  await press(page, "Undo");
  await waitUntil(async () => (await draftOf(page)).model === "mock-sfx");
  t.is(await prompt(page).inputValue(), "Thunder");
  t.deepEqual(complaints, []);
  await context.close();
});

test.serial(
  "Undo of an input leaves the file that the person has put into the field meanwhile",
  async (t) => {
    const { context, page, complaints } = await openAt(`model=mock-upscale&input=${second}&kind=image`);
    await hasFiles(page, "sourceStorageId", [second]);
    await page.getByRole("button", { name: /^Remove / }).click(WAIT);
    await press(page, "Add from library");
    await page
      .getByRole("dialog")
      .getByRole("button", { name: /A kiln/ })
      .click(WAIT);
    await hasFiles(page, "sourceStorageId", [first]);
    await undo(page, "is now in");
    await page.getByText("The form was changed meanwhile and stays as it is.").waitFor(WAIT);
    await hasFiles(page, "sourceStorageId", [first]);
    // Where a field takes several files, only the one that was put there goes.
    await page.goto(new URL("/app/generate?model=mock-image", kiln.host.baseUrl).href);
    await useHarbour(page);
    await hasFiles(page, "referenceStorageIds", [second]);
    await press(page, "Add from library");
    await page
      .getByRole("dialog")
      .getByRole("button", { name: /A kiln/ })
      .click(WAIT);
    await hasFiles(page, "referenceStorageIds", [second, first]);
    await undo(page, "is now in");
    await hasFiles(page, "referenceStorageIds", [first]);
    t.deepEqual(complaints, []);
    await context.close();
  },
);

test.serial("a model that an input brought stays where the person has gone on with it", async (t) => {
  const { context, page, complaints } = await openAt("model=mock-sfx");
  await prompt(page).fill("Thunder");
  await useHarbour(page);
  await page.getByText(/^The picture is now in “/).waitFor(WAIT);
  const { model, values } = await draftOf(page);
  t.not(model, "mock-sfx");
  const [name = ""] = Object.entries(values).find(([, value]) => String(value) === second) ?? [];
  await page.getByRole("button", { name: /^Remove / }).waitFor(WAIT);
  await prompt(page).fill("Thunder over the harbour");
  await undo(page, "is now in");
  await hasFiles(page, name, []);
  const now = await draftOf(page);
  t.deepEqual([now.model, now.values.prompt], [model, "Thunder over the harbour"]);
  t.deepEqual(complaints, []);
  await context.close();
});

test.serial("Undo of an input works once the page is left, and when one has come back to it", async (t) => {
  const { context, page, complaints } = await openAt(`model=mock-upscale&input=${first}&kind=image`);
  await hasFiles(page, "sourceStorageId", [first]);
  const places = page.getByRole("navigation").first();
  for (const comesBack of [false, true]) {
    await useHarbour(page);
    await hasFiles(page, "sourceStorageId", [second]);
    await places.getByRole("link", { name: "Library" }).click(WAIT);
    await page.getByRole("heading", { name: "Library", level: 1 }).waitFor(WAIT);
    if (comesBack) {
      await places.getByRole("link", { name: "Generate" }).click(WAIT);
      await page.locator(".inputs .chosen").waitFor(WAIT);
    }
    await undo(page, "replaces another one");
    await hasFiles(page, "sourceStorageId", [first]);
    if (!comesBack) await places.getByRole("link", { name: "Generate" }).click(WAIT);
    await page.locator(".job", { hasText: "A harbour" }).waitFor(WAIT);
    t.deepEqual((await draftOf(page)).values.sourceStorageId, [first], "the page does not write it over");
  }
  t.deepEqual(complaints, []);
  await context.close();
});
