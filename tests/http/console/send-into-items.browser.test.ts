import test from "ava";
import type { Browser } from "playwright-core";
import type { Kiln } from "../../../start.js";
import { type Person, signUp } from "../../helpers/client.js";
import { buildConsole, WAIT } from "../../helpers/console-site.js";
import { makeResults } from "../../helpers/make-results.js";
import { keepPicture, openChromium, overflowOf, seriousFindings } from "../../helpers/page-browser.js";
import { field, postType } from "../../helpers/post-type.js";
import { openSendDialog } from "../../helpers/send-dialog.js";
import { startKiln } from "../../helpers/start-kiln.js";

let kiln: Kiln;
let browser: Browser;
let person: Person;
let home: string;
let file: string;
test.before(async () => {
  buildConsole();
  kiln = await startKiln({ SIGNUP_CREDITS: "10000" });
  person = await signUp(kiln.url);
  home = (await person.api.get("/v1/projects")).body.defaultProjectId;
  const media = (name: string) => field(name, { type: "media", accept: ["image"] });
  await postType(
    person.api,
    home,
    "guide",
    [
      field("title"),
      field("chapters", {
        type: "array",
        of: {
          type: "object",
          fields: [field("name"), media("image"), field("look", { type: "object", fields: [media("card")] })],
        },
      }),
    ],
    { titleField: "title" },
  );
  await postType(person.api, home, "page", [field("title"), media("cover")], { titleField: "title" });
  await postType(person.api, home, "note", [field("title")], { titleField: "title" });
  const made = await makeResults(person.api, "mock-image", {
    kind: "image",
    prompt: "A lighthouse",
    aspectRatio: "1:1",
    numImages: 1,
  });
  [file = ""] = made.storageIds;
  browser = await openChromium();
});
test.after.always(async () => {
  await browser?.close();
  await kiln?.stop();
});

async function openDialog(width: 390 | 1280 = 1280) {
  const opened = await openSendDialog({
    browser,
    baseUrl: kiln.host.baseUrl,
    who: person,
    look: { width, scheme: "light" },
    prompt: "A lighthouse",
  });
  const { dialog } = opened;
  await dialog.getByRole("radio", { name: /^New document/ }).waitFor(WAIT);
  return { ...opened, send: () => dialog.getByRole("button", { name: "Send", exact: true }).click() };
}
const make = async (type: string, draft: object): Promise<string> =>
  (await person.api.post(`/v1/projects/${home}/content/documents`, { type, draft })).body.document.id;
const path = (id: string) => `/v1/content/documents/${id}`;
const chaptersOf = async (id: string) => (await person.api.get(path(id))).body.document.draft.chapters;

test.serial(
  "a file goes into an item of a list of objects that one picks, also where it has moved meanwhile; Undo puts back what it had (rules/console 12)",
  async (t) => {
    const id = await make("guide", { title: "Coasts", chapters: [{ name: "North" }, { name: "South" }] });
    const { context, page, dialog, send, complaints } = await openDialog();
    await dialog.getByRole("radio", { name: /^Coasts/ }).check(WAIT);
    t.deepEqual(await dialog.getByLabel("Field").locator("option").allInnerTexts(), [
      "chapters, image",
      "chapters, look, card",
    ]);
    const item = dialog.getByLabel("Item");
    t.deepEqual(await item.locator("option").allInnerTexts(), ["1. North", "2. South", "New item"]);
    await dialog.getByText("Adds an item with the file.").waitFor(WAIT);
    await dialog.getByLabel("Field").selectOption("chapters, look, card");
    await item.selectOption("2. South");
    await dialog.getByText("chapters, look, card is empty.").waitFor(WAIT);
    t.deepEqual(await seriousFindings(page), []);
    await keepPicture(page, "send-item");
    // Another person puts a chapter before it between reading and sending.
    const [north, south] = await chaptersOf(id);
    await person.api.patch(path(id), { draft: { chapters: [{ name: "West" }, north, south] } });
    await send();
    await dialog.getByText("The picture is in “Coasts”, chapters, look, card.").waitFor(WAIT);
    t.like((await chaptersOf(id))[2], { name: "South", look: { card: { storageId: file } } });
    // Text that is written in the chapter afterwards stays.
    const now = await chaptersOf(id);
    await person.api.patch(path(id), {
      draft: { chapters: [now[0], now[1], { ...now[2], name: "Far south" }] },
    });
    await dialog.getByRole("button", { name: "Undo" }).click();
    await page.getByText(/^The picture was removed from/).waitFor(WAIT);
    const after = await chaptersOf(id);
    t.deepEqual(
      after.map(({ name }: { name: string }) => name),
      ["West", "North", "Far south"],
    );
    t.falsy(after[2].look?.card);
    t.deepEqual(complaints, []);
    await context.close();
  },
);

test.serial("a new item has the file, and Undo takes the item away", async (t) => {
  const id = await make("guide", { title: "Isles", chapters: [{ name: "East" }] });
  const { context, page, dialog, send, complaints } = await openDialog(390);
  await dialog.getByRole("radio", { name: /^Isles/ }).check(WAIT);
  await dialog.getByLabel("Item").waitFor(WAIT);
  t.true((await overflowOf(page)) <= 0);
  await send();
  await dialog.getByText("The picture is in “Isles”, chapters, image.").waitFor(WAIT);
  t.like((await chaptersOf(id))[1], { image: { storageId: file } });
  await dialog.getByRole("button", { name: "Undo" }).click();
  await page.getByText(/^The picture was removed from/).waitFor(WAIT);
  t.is((await chaptersOf(id)).length, 1);
  t.deepEqual(complaints, []);
  await context.close();
});

test.serial("an item that somebody changes before it is sent is not guessed", async (t) => {
  const id = await make("guide", { title: "Bays", chapters: [{ name: "One" }, { name: "Two" }] });
  const { context, dialog, send, complaints } = await openDialog();
  await dialog.getByRole("radio", { name: /^Bays/ }).check(WAIT);
  await dialog.getByLabel("Item").selectOption("1. One");
  const before = [{ name: "Another" }, { name: "Two" }];
  await person.api.patch(path(id), { draft: { chapters: before } });
  await send();
  await dialog.getByText("Somebody has changed this item meanwhile. Choose it again.").waitFor(WAIT);
  t.deepEqual(await chaptersOf(id), before);
  await dialog.getByLabel("Item").selectOption("1. Another");
  await send();
  await dialog.getByText("The picture is in “Bays”, chapters, image.").waitFor(WAIT);
  t.deepEqual(complaints, []);
  await context.close();
});

test.serial("what was chosen never becomes another item by itself (rules/console 12)", async (t) => {
  const params = { kind: "image", prompt: "A cape", aspectRatio: "1:1", numImages: 1 };
  const [image = ""] = (await makeResults(person.api, "mock-image", params)).storageIds;
  const south = { name: "South", image: { storageId: image } };
  const id = await make("guide", { title: "Capes", chapters: [{ name: "North" }, south] });
  await make("guide", { title: "Dunes", chapters: [{ name: "Low" }, { name: "High" }] });
  const { context, dialog, send, complaints } = await openDialog();
  await dialog.getByRole("radio", { name: /^Capes/ }).check(WAIT);
  const item = dialog.getByLabel("Item");
  const chosenItem = () => item.locator("option:checked").innerText();
  await item.selectOption("1. North");
  await person.api.patch(path(id), { draft: { chapters: [south] } });
  await send();
  await dialog
    .getByRole("alert")
    .getByText("Somebody has changed this item meanwhile. Choose it again.")
    .waitFor(WAIT);
  await item.getByText("1. South").waitFor({ ...WAIT, state: "attached" });
  t.is(await chosenItem(), "");
  t.true(await dialog.getByRole("button", { name: "Send", exact: true }).isDisabled());
  t.deepEqual(await chaptersOf(id), [south]);
  // For another document or field nothing is chosen yet, and the earlier refusal is no longer shown.
  await item.selectOption("1. South");
  t.is(await dialog.getByRole("alert").count(), 0);
  await dialog.getByLabel("Field").selectOption("chapters, look, card");
  t.is(await chosenItem(), "New item");
  await item.selectOption("1. South");
  await dialog.getByRole("radio", { name: /^Dunes/ }).check(WAIT);
  await item.getByText("2. High").waitFor({ ...WAIT, state: "attached" });
  t.is(await chosenItem(), "New item");
  t.deepEqual(complaints, []);
  await context.close();
});

test.serial(
  "a lost answer makes no second item, and a second try finds the file in the item (rules/console 12)",
  async (t) => {
    const id = await make("guide", { title: "Reefs", chapters: [{ name: "Inner" }] });
    const { context, page, dialog, send } = await openDialog();
    await dialog.getByRole("radio", { name: /^Reefs/ }).check(WAIT);
    await dialog.getByLabel("Item").waitFor(WAIT);
    let isLost = true;
    await page.route(`**${path(id)}`, async (route) => {
      if (!isLost || route.request().method() !== "PATCH") return route.fallback();
      await route.fetch();
      return route.abort();
    });
    await send();
    await dialog
      .getByText("No answer came. The new item may have been made: check before you send again.")
      .waitFor(WAIT);
    t.is((await chaptersOf(id)).length, 2);
    await dialog.getByLabel("Item").selectOption("1. Inner");
    await send();
    await dialog.getByText(/^The service was not reached/).waitFor(WAIT);
    await dialog.getByText("chapters, image has this file already.").waitFor(WAIT);
    isLost = false;
    await send();
    await dialog.getByText("The picture was already in “Reefs”, chapters, image.").waitFor(WAIT);
    t.is((await chaptersOf(id)).length, 2);
    await context.close();
  },
);

test.serial(
  "documents of all types that take the file are found by their title, and a new one asks for its type",
  async (t) => {
    for (let at = 1; at <= 6; at++) await make("guide", { title: `Guide ${at}` });
    for (let at = 1; at <= 6; at++) await make("page", { title: `Page ${at} of harbours` });
    await make("note", { title: "A note about harbours" });
    const { context, page, dialog, send, complaints } = await openDialog();
    await dialog.getByRole("radio", { name: /^Page 6 of harbours/ }).waitFor(WAIT);
    t.is(await dialog.getByRole("radio", { name: /^Guide \d/ }).count(), 6);
    t.is(await dialog.getByRole("radio", { name: /note/ }).count(), 0, "it takes no file");
    await dialog.getByLabel("Search by title").fill("2");
    await dialog.getByRole("radio", { name: /^Page 6/ }).waitFor({ ...WAIT, state: "detached" });
    const found = await dialog.locator(".pick .row-text > :first-child").allInnerTexts();
    t.deepEqual(found.toSorted(), ["Guide 2", "New document", "Page 2 of harbours"]);
    await keepPicture(page, "send-all-types");
    await dialog.getByRole("radio", { name: /^Page 2/ }).check();
    await dialog.getByText("cover is empty.").waitFor(WAIT);
    t.is(await dialog.getByLabel("Type").count(), 0);
    await dialog.getByRole("radio", { name: /^New document/ }).check();
    await dialog.getByLabel("Type").selectOption("page");
    await send();
    await dialog.getByText("The picture is in a new page, cover.").waitFor(WAIT);
    t.deepEqual(complaints, []);
    await context.close();
  },
);

test.serial("a document that was changed since it was published says so", async (t) => {
  const id = await make("page", { title: "Published once" });
  t.is((await person.api.post(`${path(id)}/publish`, { baseVersion: 1 })).status, 200);
  await person.api.patch(path(id), { draft: { title: "Published once, changed" } });
  const { context, dialog, send, complaints } = await openDialog();
  const row = dialog.locator(".pick label", { hasText: "Published once, changed" });
  await row.locator(".badge.accent", { hasText: "Changed since published" }).waitFor(WAIT);
  await row.getByRole("radio").check();
  await send();
  await dialog.getByText("Publish the document again to show it to readers.").waitFor(WAIT);
  t.deepEqual(complaints, []);
  await context.close();
});
