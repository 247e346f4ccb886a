import { randomUUID } from "node:crypto";
import test from "ava";
import type { Browser, Page } from "playwright-core";
import type { Kiln } from "../../../start.js";
import { type Person, signUp } from "../../helpers/client.js";
import { buildConsole, openSignedIn, press, WAIT } from "../../helpers/console-site.js";
import {
  keepPicture,
  type Look,
  LOOKS,
  isSeen,
  openChromium,
  overflowOf,
  seriousFindings,
} from "../../helpers/page-browser.js";
import { startReceiver } from "../../helpers/receiver.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { waitUntil } from "../../helpers/wait-until.js";

const WIDE: Look = { width: 1280, scheme: "light" };
let kiln: Kiln;
let browser: Browser;
let person: Person;
let projectId: string;
test.before(async () => {
  buildConsole();
  kiln = await startKiln({
    SIGNUP_CREDITS: "10000",
    ALLOW_PRIVATE_NETWORK: "1",
    WEBHOOK_RETRY_SECONDS: "0.05",
  });
  person = await signUp(kiln.url);
  projectId = (await person.api.get("/v1/projects")).body.defaultProjectId;
  browser = await openChromium();
});
test.after.always(async () => {
  await browser?.close();
  await kiln?.stop();
});

const open = (page: Page, path: string) => page.goto(new URL(path, kiln.host.baseUrl).href);

/** Opens a page in a window that is signed in. */
const openAt = (path: string, look: Look = WIDE, who: Person = person) =>
  openSignedIn(browser, { baseUrl: kiln.host.baseUrl, path, look, who });

const documentOf = async (id: string) => (await person.api.get(`/v1/content/documents/${id}`)).body.document;
const idOf = (page: Page) => new URL(page.url()).pathname.split("/").at(-1) ?? "";
const pathOf = (id: string) => `/app/content/documents/${id}`;
const newArticle = async (draft: object = {}): Promise<string> =>
  (await person.api.post(`/v1/projects/${projectId}/content/documents`, { type: "article", draft })).body
    .document.id;
const saved = (page: Page) => page.getByText("Saved", { exact: true }).first().waitFor(WAIT);

test.serial(
  "a person models articles, writes one in two languages, publishes it, and readers get it (rules/console 3)",
  async (t) => {
    const { context, page, complaints } = await openAt("/app/content");
    await page.getByRole("link", { name: "Make the first type" }).click(WAIT);
    await page.getByRole("button", { name: /^Article/ }).click(WAIT);
    await press(page, "Create type");
    await page.waitForURL(/\/app\/content\/types\/[0-9a-f-]{36}$/, WAIT);
    await press(page, "Write the first Article");
    await page.waitForURL(/\/app\/content\/documents\/[0-9a-f-]{36}$/, WAIT);
    await page.getByRole("link", { name: "Add a language" }).click(WAIT);
    await page.getByLabel("Add a language").fill("Germanish");
    await page.getByText("No language is called so").waitFor(WAIT);
    await page.getByLabel("Add a language").fill("German");
    await press(page, "Add");
    await press(page, "Save languages");
    await page.getByText("The languages are saved.").waitFor(WAIT);
    await page.getByRole("link", { name: "Back to the document" }).click();
    await page.waitForURL(/\/app\/content\/documents\/[0-9a-f-]{36}$/, WAIT);
    const id = idOf(page);
    // A publish attempt shows what is missing, and the focus goes there.
    await press(page, "Publish");
    await page.getByText("Is required.", { exact: true }).waitFor(WAIT);
    t.is(await page.evaluate("document.activeElement.id"), "f-title-en");
    await page.keyboard.type("Kilns of the north");
    await page.getByLabel("Title, German").fill("Öfen des Nordens");
    await page.getByLabel("Teaser, English").fill("Five kilns and their fires.");
    const body = page.getByRole("textbox", { name: "Body, English" });
    await body.click(WAIT);
    await page.keyboard.type("## The first kiln");
    await page.keyboard.press("Enter");
    await page.keyboard.type("It is ");
    await page.keyboard.press("Control+b");
    await page.keyboard.type("old");
    await page.keyboard.press("Control+b");
    await page.keyboard.type(".");
    await page.getByText("Ready to publish").waitFor(WAIT);
    await press(page, "Publish");
    await page.getByText("Readers see it now.").waitFor(WAIT);
    await page.getByText("Readers see it as it is here.").waitFor(WAIT);
    const { secret } = (await person.api.post(`/v1/projects/${projectId}/content/tokens`, { name: "Site" }))
      .body;
    const answer = await fetch(`${kiln.url}/v1/content/${projectId}/documents/${id}?locale=de`, {
      headers: { authorization: `Bearer ${secret}` },
    });
    const { document } = (await answer.json()) as { document: Record<string, unknown> };
    t.is(document["title"], "Öfen des Nordens");
    t.like(document["body"], [
      { _type: "block", style: "h2", children: [{ _type: "span", text: "The first kiln" }] },
      {
        style: "normal",
        children: [{ text: "It is " }, { text: "old", marks: ["strong"] }, { text: "." }],
      },
    ]);
    t.deepEqual(complaints, []);
    await context.close();
  },
);

test.serial(
  "two browsers write one document: both keep their letters, their cursor and their undo (rules/console 3)",
  async (t) => {
    const id = await newArticle({ title: { en: "Shared" }, teaser: { en: "kiln" } });
    const [one, other] = await Promise.all([openAt(pathOf(id)), openAt(pathOf(id))]);
    const teasers = [one, other].map(({ page }) => page.getByLabel("Teaser, English"));
    const bodies = [one, other].map(({ page }) => page.getByRole("textbox", { name: "Body, English" }));
    await bodies[0]?.click(WAIT);
    await one.page.keyboard.type("From the first.");
    await bodies[1]?.getByText("From the first.").waitFor(WAIT);
    // One person writes at the end of the text while the other writes before it.
    await teasers[0]?.focus();
    await one.page.keyboard.press("Control+End");
    await teasers[1]?.focus();
    await other.page.keyboard.press("Control+Home");
    await Promise.all([one.page.keyboard.type(" burns"), other.page.keyboard.type("The ")]);
    for (const teaser of teasers)
      await waitUntil(async () => (await teaser.inputValue()) === "The kiln burns");
    await one.page.keyboard.type("!");
    await waitUntil(async () => (await teasers[1]?.inputValue()) === "The kiln burns!");
    // Both write rich text in one block, and each undoes their own changes only.
    await bodies[1]?.click();
    await other.page.keyboard.press("Control+Home");
    await other.page.keyboard.type("Second. ");
    await bodies[0]?.getByText("Second. From the first.").waitFor(WAIT);
    await bodies[1]?.focus();
    await other.page.keyboard.press("Control+z");
    await bodies[0]?.getByText("From the first.", { exact: true }).waitFor(WAIT);
    t.is((await documentOf(id)).draft.body.en.length, 1);
    await Promise.all([one.context.close(), other.context.close()]);
  },
);

test.serial("what is written while the connection is lost is kept, and merged when it is back", async (t) => {
  const id = await newArticle({ title: { en: "Away" }, teaser: { en: "one" } });
  const { context, page } = await openAt(pathOf(id));
  const teaser = page.getByLabel("Teaser, English");
  await teaser.waitFor(WAIT);
  await context.setOffline(true);
  await teaser.focus();
  await page.keyboard.press("Control+End");
  await page.keyboard.type(" two");
  await page.getByText(/^The service is not reached/).waitFor(WAIT);
  await page.getByRole("link", { name: "All documents" }).click();
  await page.getByRole("dialog", { name: "Not everything is saved" }).waitFor(WAIT);
  await press(page, "Stay here");
  await person.api.patch(`/v1/content/documents/${id}`, { draft: { teaser: { en: "zero one" } } });
  await context.setOffline(false);
  await saved(page);
  await waitUntil(async () => (await documentOf(id)).draft.teaser.en === "zero one two");
  t.is(await teaser.inputValue(), "zero one two");
  await context.close();
});

test.serial("letters of others stay while an input method composes", async (t) => {
  const id = await newArticle({ title: { en: "Composed" }, teaser: { en: "one" } });
  const { context, page } = await openAt(pathOf(id));
  const teaser = page.getByLabel("Teaser, English");
  await teaser.waitFor(WAIT);
  await teaser.focus();
  await page.keyboard.press("Control+End");
  const ime = await context.newCDPSession(page);
  await ime.send("Input.imeSetComposition", { text: "日", selectionStart: 1, selectionEnd: 1 });
  await person.api.patch(`/v1/content/documents/${id}`, { draft: { teaser: { en: "zero one" } } });
  for (const _ of "12") await page.waitForResponse(/\/draft-update$/, WAIT);
  await ime.send("Input.insertText", { text: "日本" });
  await waitUntil(async () => (await documentOf(id)).draft.teaser.en === "zero one日本");
  t.is(await teaser.inputValue(), "zero one日本");
  await context.close();
});

test.serial("a change of a type says what it does to documents before it is saved", async (t) => {
  const { context, page } = await openAt("/app/content/types");
  await page.getByRole("link", { name: /^Article/ }).click(WAIT);
  const says = page.getByRole("complementary", { name: "What saving does" });
  await says.getByText("Nothing is changed yet.").waitFor(WAIT);
  await press(page, "Remove Teaser");
  await says.getByText(/^No longer delivered: "Teaser" goes/).waitFor(WAIT);
  await page.getByRole("button", { name: /^Picture/, expanded: false }).click();
  await page.getByLabel("Required to publish").check();
  await says.getByText(/"Picture" is required: a document without it has an issue/).waitFor(WAIT);
  await says.getByText(/No document is changed\. \d+ documents are read/).waitFor(WAIT);
  await keepPicture(page, "type-consequences");
  // Nothing was saved, and leaving the page asks first.
  await page.getByRole("link", { name: "All types" }).click();
  await press(page, "Leave without saving");
  await page.getByRole("heading", { name: "Types" }).waitFor(WAIT);
  const { body } = await person.api.get(`/v1/projects/${projectId}/content/types`);
  t.is(body.contentTypes[0].latestVersion, 1);
  // A refusal of the service is shown at its field.
  await page.getByRole("link", { name: /^Article/ }).click();
  await press(page, "Add a field");
  await page.getByLabel("Title", { exact: true }).last().fill("Id");
  await press(page, "Save");
  await page.getByText(/^Must not be and, or, not, id/).waitFor(WAIT);
  await context.close();
});

test.serial(
  "an older draft is compared by words and restored; a document that is gone says so",
  async (t) => {
    const id = await newArticle({ title: { en: "Old words" } });
    await person.api.post(`/v1/content/documents/${id}/publish`, { baseVersion: 1 });
    await person.api.patch(`/v1/content/documents/${id}`, { draft: { title: { en: "New words" } } });
    const { context, page } = await openAt(pathOf(id));
    await page.getByRole("tab", { name: "History" }).click(WAIT);
    await page
      .getByRole("button", { name: /^Published/ })
      .last()
      .click(WAIT);
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Old", { exact: true }).waitFor(WAIT);
    t.is(await dialog.locator("del").innerText(), "Old");
    t.is(await dialog.locator("ins").innerText(), "New");
    await keepPicture(page, "document-differences");
    await press(page, "Restore this");
    await waitUntil(async () => (await page.getByLabel("Title, English").inputValue()) === "Old words");
    await page.getByLabel("Title, English").fill("Newer words");
    await waitUntil(async () => (await documentOf(id)).draft.title.en === "Newer words");
    await page.getByLabel("More", { exact: true }).click();
    await press(page, "Delete");
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.getByRole("heading", { name: "Content" }).waitFor(WAIT);
    const stranger = await signUp(kiln.url);
    await context.close();
    const refused = await openAt(pathOf(await newArticle()), WIDE, stranger);
    await refused.page.getByText("There is no such document").waitFor(WAIT);
    await refused.context.close();
  },
);

test.serial("a long list shows only what is in view, and the keyboard goes through it", async (t) => {
  for (let at = 0; at < 120; at++)
    await newArticle({ title: { en: `Number ${String(at).padStart(3, "0")}` } });
  const { context, page } = await openAt("/app/content");
  const list = page.getByRole("list", { name: "Documents" });
  await list.getByText("Number 119").waitFor(WAIT);
  t.true((await list.getByRole("listitem").count()) < 40);
  await list.getByRole("link").first().focus();
  for (let at = 0; at < 3; at++) await page.keyboard.press("ArrowDown");
  await page.locator(".document-row:focus", { hasText: "Number 116" }).waitFor(WAIT);
  t.regex(String(await page.evaluate("document.activeElement.textContent")), /Number 116/);
  await page.evaluate("scrollTo(0, document.body.scrollHeight)");
  await list.getByText("Kilns of the north").waitFor(WAIT);
  t.regex(String(await page.evaluate("document.activeElement.textContent")), /Number 116/, "the focus stays");
  await page.evaluate("scrollTo(0, 0)");
  await page.getByLabel("Type", { exact: true }).selectOption("article");
  await page.getByLabel("Search titles").fill("number 07");
  await page.getByText("10 documents", { exact: true }).waitFor(WAIT);
  await page.getByLabel("Missing language").selectOption("de");
  await page.getByLabel("Status").selectOption("published");
  await page.getByText("No document fits").waitFor(WAIT);
  await context.close();
});

test.serial("a token is made and shown once; the explorer asks by REST and GraphQL with it", async (t) => {
  const { context, page, complaints } = await openAt("/app/content/delivery");
  await page.getByLabel("New token").fill("Explorer");
  await press(page, "Make a token");
  const secret = await page.getByLabel("Secret", { exact: true }).inputValue(WAIT);
  t.regex(secret, /^svc_ct_/);
  await press(page, "I have kept it");
  const answer = page.getByLabel("Answer");
  await press(page, "Ask");
  await answer.getByText("Kilns of the north").waitFor(WAIT);
  await page.getByLabel("Where").fill("{");
  await press(page, "Ask");
  await answer.getByText('"code": "invalid_params"').waitFor(WAIT);
  await page.getByText("GraphQL", { exact: true }).click();
  await press(page, "Ask");
  await answer.getByText('"allArticle"').waitFor(WAIT);
  await press(page, "Revoke Explorer");
  await press(page, "Revoke it");
  await page.getByText(/^The token is revoked/).waitFor(WAIT);
  await press(page, "Ask");
  await answer.getByText('"unauthenticated"').waitFor(WAIT);
  t.deepEqual(complaints, []);
  await context.close();
});

test.serial(
  "a webhook is made with its secret, and its log tells what was sent; a refused address says why (rules/console 3)",
  async (t) => {
    const receiver = await startReceiver();
    t.teardown(() => receiver.stop());
    const { context, page } = await openAt("/app/content/webhooks");
    await press(page, "New webhook");
    await page.getByLabel("Name").fill("Site");
    await page.getByLabel("Address").fill("ftp://example.com");
    await press(page, "Make the webhook");
    await page
      .getByRole("alert")
      .getByText(/^Url: /)
      .waitFor(WAIT);
    await page.getByLabel("Address").fill(receiver.url);
    await press(page, "Make the webhook");
    t.regex(await page.getByLabel("Secret", { exact: true }).inputValue(WAIT), /^whsec_/);
    await press(page, "I have kept it");
    await press(page, "Show the log");
    await page.getByText("Nothing was sent yet. Publish a document to see it here.").waitFor(WAIT);
    const id = await newArticle({ title: { en: "Heard" } });
    await person.api.post(`/v1/content/documents/${id}/publish`, { baseVersion: 1 });
    const log = page.getByRole("list", { name: "Deliveries" });
    await log.getByText("Delivered", { exact: true }).waitFor(WAIT);
    await keepPicture(page, "webhook-log");
    t.is(receiver.received.length, 1);
    await press(page, "Pause");
    await page.getByText("Paused", { exact: true }).waitFor(WAIT);
    await press(page, "Delete");
    await press(page, "Delete it with its log");
    await page.getByText("No webhook yet").waitFor(WAIT);
    await context.close();
  },
);

test.serial("a contributor is told that tokens and webhooks are the owner's", async (t) => {
  const [guest, shared] = [await signUp(kiln.url), randomUUID()];
  await person.api.post("/v1/projects", { id: shared, name: "Harbour" });
  const { invite } = (await person.api.post(`/v1/projects/${shared}/invites`, { email: guest.email })).body;
  await guest.api.post(`/v1/project-invites/${invite.id}/accept`);
  const { context, page } = await openAt("/app/content/webhooks", WIDE, guest);
  await page.getByLabel("Project", { exact: true }).selectOption(shared);
  await page.getByText("Webhooks belong to the owner").waitFor(WAIT);
  await page.getByRole("link", { name: "Delivery", exact: true }).click();
  await page.getByText("Tokens belong to the owner").waitFor(WAIT);
  t.pass();
  await context.close();
});

for (const look of LOOKS)
  test.serial(
    `the pages of content at ${look.width} px, ${look.scheme}: axe finds nothing serious, nothing overflows`,
    async (t) => {
      const types = (await person.api.get(`/v1/projects/${projectId}/content/types`)).body.contentTypes;
      const { body } = await person.api.get(
        `/v1/projects/${projectId}/content/documents?type=article&q=kilns`,
      );
      const { context, page, complaints } = await openAt("/app/content", look);
      let seen = 0;
      const see = async (name: string) => {
        if (!isSeen(look, seen++)) return;
        await waitUntil(async () => (await page.locator("main [aria-busy=true]").count()) === 0);
        t.deepEqual(await seriousFindings(page), [], name);
        t.true((await overflowOf(page)) <= 0, `${name} is wider than the window`);
        t.is(await page.locator("h1").count(), 1, name);
        await keepPicture(page, `${name}-${look.width}-${look.scheme}`);
      };
      await page.getByRole("list", { name: "Documents" }).getByRole("link").first().waitFor(WAIT);
      await see("content");
      await open(page, "/app/content/types");
      await page.getByRole("link", { name: /^Article/ }).waitFor(WAIT);
      await see("types");
      await open(page, `/app/content/types/${types[0].id}`);
      await page.getByRole("button", { name: /^Body/ }).click(WAIT);
      await see("type");
      await open(page, "/app/content/types/new");
      await page.getByRole("button", { name: /^Article/ }).waitFor(WAIT);
      await see("type-new");
      await open(page, "/app/content/languages");
      await page.getByLabel("Add a language").waitFor(WAIT);
      await see("languages");
      await open(page, "/app/content/delivery");
      await page.getByLabel("New token").waitFor(WAIT);
      await see("delivery");
      await open(page, "/app/content/webhooks");
      await page.getByText("No webhook yet").waitFor(WAIT);
      await see("webhooks");
      await open(page, pathOf(body.documents[0].id));
      await page.getByRole("textbox", { name: "Body, English" }).waitFor(WAIT);
      await see("document");
      await page.getByRole("tab", { name: "Languages" }).click();
      await see("document-languages");
      await page.getByRole("tab", { name: "History" }).click();
      await page.getByRole("list", { name: "History" }).getByRole("button").first().waitFor(WAIT);
      await see("document-history");
      t.deepEqual(complaints, []);
      await context.close();
    },
  );
