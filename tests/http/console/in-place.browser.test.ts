import test from "ava";
import type { Browser } from "playwright-core";
import sharp from "sharp";
import type { Kiln } from "../../../start.js";
import { makeArticle, makeArticles } from "../../helpers/articles.js";
import { type Person, signUp } from "../../helpers/client.js";
import { buildConsole, openSignedIn, press, WAIT } from "../../helpers/console-site.js";
import { makeProject } from "../../helpers/make-project.js";
import { keepPicture, openChromium, overflowOf, seriousFindings } from "../../helpers/page-browser.js";
import { field, postType } from "../../helpers/post-type.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { upload } from "../../helpers/upload.js";
import { waitUntil } from "../../helpers/wait-until.js";

const PICTURE = sharp({ create: { width: 64, height: 48, channels: 3, background: "#c4552d" } })
  .png()
  .toBuffer();
let kiln: Kiln;
let browser: Browser;
let person: Person;
let projectId: string;
test.before(async () => {
  buildConsole();
  kiln = await startKiln({ SIGNUP_CREDITS: "10000" });
  person = await signUp(kiln.url);
  projectId = (await person.api.get("/v1/projects")).body.defaultProjectId;
  await makeArticles(person.api, projectId);
  await postType(person.api, projectId, "list", [
    field("name"),
    field("steps", { type: "array", of: { type: "string" } }),
  ]);
  browser = await openChromium();
});
test.after.always(async () => {
  await browser?.close();
  await kiln?.stop();
});

const openAt = (path: string) => openSignedIn(browser, { baseUrl: kiln.host.baseUrl, path, who: person });
const draftOf = async (id: string) =>
  (await person.api.get(`/v1/content/documents/${id}`)).body.document.draft;

test.serial("a picture is generated where the document needs it, with its price before", async (t) => {
  const id = await makeArticle(person.api, projectId, { title: { en: "Lighthouses" } });
  const { context, page, complaints } = await openAt(`/app/content/documents/${id}`);
  await page.getByRole("button", { name: "Generate: picture" }).click(WAIT);
  const dialog = page.getByRole("dialog", { name: "Generate: picture" });
  await dialog.getByLabel("Prompt", { exact: true }).fill("A lighthouse at night");
  await dialog.getByText(/^Costs \d+ credits?$/).waitFor(WAIT);
  t.is(await dialog.getByText("Film", { exact: true }).count(), 0, "only what fits is offered");
  await dialog.getByRole("button", { name: "Generate", exact: true }).click();
  await dialog.getByRole("button", { name: "Use this: result 1" }).waitFor(WAIT);
  t.deepEqual(await seriousFindings(page), []);
  await keepPicture(page, "document-generate");
  await dialog.getByRole("button", { name: "Use this: result 1" }).click();
  await dialog.waitFor({ ...WAIT, state: "detached" });
  const { body } = await person.api.get("/v1/generations");
  const [made] = body.jobs[0].resultStorageIds;
  await waitUntil(async () => (await draftOf(id)).picture?.storageId === made);
  t.deepEqual(complaints, []);
  await context.close();
});

test.serial(
  "a document of a project takes a file of the person's own, which the project then has",
  async (t) => {
    const shared = await makeProject(person, [], "Magazine");
    await makeArticles(person.api, shared);
    const own = await upload(person.api, "image/png", await PICTURE, "My lighthouse.png");
    const id = await makeArticle(person.api, shared, { title: { en: "Lighthouses" } });
    const { context, page, complaints } = await openAt(`/app/content/documents/${id}`);
    await page.getByRole("button", { name: /^Choose a file/ }).click(WAIT);
    const dialog = page.getByRole("dialog", { name: "picture" });
    await dialog.getByText("No file fits").waitFor(WAIT);
    await press(page, "Look in all your files");
    await dialog.getByRole("button", { name: /My lighthouse/ }).waitFor(WAIT);
    t.true(await dialog.getByRole("radio", { name: "All your files" }).isChecked());
    t.deepEqual(await seriousFindings(page), []);
    await keepPicture(page, "document-own-files");
    await dialog.getByRole("button", { name: /My lighthouse/ }).click();
    await waitUntil(async () => (await draftOf(id)).picture?.storageId === own);
    await waitUntil(async () => {
      const { body } = await person.api.get(`/v1/projects/${shared}/storage`);
      return body.objects.some(({ storageId }: { storageId: string }) => storageId === own);
    });
    t.deepEqual(complaints, []);
    await context.close();
  },
);

test.serial("what is missing in a language is filled for the whole project, into drafts", async (t) => {
  await person.api.put(`/v1/projects/${projectId}/content/settings`, {
    defaultLocale: "en",
    locales: [
      { code: "en", title: "English", fallback: null, required: true },
      { code: "de", title: "German", fallback: null, required: false },
    ],
  });
  const id = await makeArticle(person.api, projectId, { title: { en: "Kilns" } });
  const { context, page, complaints } = await openAt("/app/content/languages");
  await page.getByText(/^\d+ values are missing in \d+ documents\. It costs/).waitFor(WAIT);
  t.true((await overflowOf(page)) <= 0);
  t.deepEqual(await seriousFindings(page), []);
  await keepPicture(page, "translate-project");
  await press(page, "Fill what is missing");
  await page.getByText("Nothing is missing in any language.").waitFor(WAIT);
  await page.getByText(/^Done .*: \d+ values translated for/).waitFor(WAIT);
  const { title } = await draftOf(id);
  t.truthy(title.de);
  t.deepEqual(complaints, []);
  await context.close();
});

test.serial("an item of a list is taken elsewhere with the arrows, and by the mouse", async (t) => {
  const made = await person.api.post(`/v1/projects/${projectId}/content/documents`, {
    type: "list",
    draft: { name: "Firing", steps: ["one", "two", "three"] },
  });
  const { id } = made.body.document;
  const { context, page, complaints } = await openAt(`/app/content/documents/${id}`);
  const grip = (at: number) =>
    page.getByRole("button", { name: `Take item ${at} elsewhere: arrow keys move it` });
  const stepsAre = async (...steps: string[]) =>
    waitUntil(async () => JSON.stringify((await draftOf(id)).steps) === JSON.stringify(steps));
  await grip(1).focus(WAIT);
  await page.keyboard.press("ArrowDown");
  await page.locator('[data-grip][aria-label^="Take item 2"]:focus').waitFor(WAIT);
  await page.keyboard.press("ArrowDown");
  await stepsAre("two", "three", "one");
  await page.keyboard.press("ArrowDown");
  await grip(3).dragTo(page.locator(".list-items > li").first());
  await stepsAre("one", "two", "three");
  t.deepEqual(complaints, []);
  await context.close();
});

test.serial("a picture of the library begins a workflow", async (t) => {
  const { context, page, complaints } = await openAt("/app/library");
  await page.getByRole("list", { name: "Files" }).getByRole("button").first().click(WAIT);
  await press(page, "Send to …");
  const send = page.getByRole("dialog", { name: "Send the picture" });
  await send.getByText("A workflow", { exact: true }).click(WAIT);
  await send.getByRole("button", { name: "Send", exact: true }).click(WAIT);
  await send.getByRole("link", { name: "Open the workflow" }).click(WAIT);
  await page.waitForURL(/\/app\/workflows\/[0-9a-f-]{36}$/, WAIT);
  const id = new URL(page.url()).pathname.split("/").at(-1);
  const { body } = await person.api.get(`/v1/workflows/${id}`);
  const { body: files } = await person.api.get("/v1/storage/usage?limit=1");
  t.like(body.workflow.graph.nodes[0], {
    type: "imageInput",
    data: { storageId: files.objects[0].storageId },
  });
  await page.getByRole("region", { name: "Canvas" }).waitFor(WAIT);
  t.deepEqual(complaints, []);
  await context.close();
});

test.serial(
  "what changed since a document was published is shown, and the draft goes back to it",
  async (t) => {
    const id = await makeArticle(person.api, projectId, { title: { en: "The old harbour" } });
    t.is((await person.api.post(`/v1/content/documents/${id}/publish`, { baseVersion: 1 })).status, 200);
    const { context, page, complaints } = await openAt(`/app/content/documents/${id}`);
    const title = page.getByLabel("title, English");
    await title.fill("The new harbour", WAIT);
    await press(page, "See what changed since then");
    const dialog = page.getByRole("dialog", { name: /^Published / });
    t.is(await dialog.locator("del").innerText(WAIT), "old");
    t.is(await dialog.locator("ins").innerText(WAIT), "new");
    t.deepEqual(await seriousFindings(page), []);
    await dialog.getByRole("button", { name: "Restore this" }).click(WAIT);
    await dialog.waitFor({ ...WAIT, state: "detached" });
    await waitUntil(async () => (await title.inputValue()) === "The old harbour");
    t.deepEqual(complaints, []);
    await context.close();
  },
);
