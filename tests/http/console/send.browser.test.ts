import test from "ava";
import type { Browser, Page } from "playwright-core";
import type { Kiln } from "../../../start.js";
import { type Person, signUp } from "../../helpers/client.js";
import { buildConsole, openSignedIn, WAIT } from "../../helpers/console-site.js";
import { makeProject } from "../../helpers/make-project.js";
import { makeResults } from "../../helpers/make-results.js";
import {
  keepPicture,
  type Look,
  openChromium,
  overflowOf,
  seriousFindings,
} from "../../helpers/page-browser.js";
import { field, postType } from "../../helpers/post-type.js";
import { beginToSend, CHANGED, openSendDialog } from "../../helpers/send-dialog.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { graphOf, makeWorkflow, promptNode } from "../../helpers/workflows.js";

let kiln: Kiln;
let browser: Browser;
let owner: Person;
let person: Person;
let home: string;
let projectId: string;
let file: string;
test.before(async () => {
  buildConsole();
  kiln = await startKiln({ SIGNUP_CREDITS: "10000" });
  owner = await signUp(kiln.url);
  person = await signUp(kiln.url);
  home = (await person.api.get("/v1/projects")).body.defaultProjectId;
  projectId = await makeProject(owner, [person], "Harbour");
  const picture = (name: string, more: object = {}) =>
    field(name, { title: name, type: "media", accept: ["image"], ...more });
  for (const [api, id] of [
    [person.api, home],
    [owner.api, projectId],
  ] as const)
    await postType(
      api,
      id,
      "article",
      [
        field("title"),
        picture("cover"),
        field("song", { type: "media", accept: ["audio"] }),
        field("gallery", { type: "array", of: { type: "media" } }),
      ],
      { titleField: "title" },
    );
  await postType(person.api, home, "note");
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

const sendFirst = (page: Page) => beginToSend(page, "A lighthouse");
const openDialog = (look?: Look) =>
  openSendDialog({
    browser,
    baseUrl: kiln.host.baseUrl,
    who: person,
    prompt: "A lighthouse",
    ...(look && { look }),
  });
const article = async (draft: object, id = home): Promise<string> =>
  (await person.api.post(`/v1/projects/${id}/content/documents`, { type: "article", draft })).body.document
    .id;
const draftOf = async (id: string) =>
  (await person.api.get(`/v1/content/documents/${id}`)).body.document.draft;
const idOf = (page: Page) => new URL(page.url()).pathname.split("/").at(-1) ?? "";
test.serial(
  "a picture goes into a field of a document, and Undo puts back what was there (rules/console 12)",
  async (t) => {
    const id = await article({ title: "Kilns", cover: null });
    const { context, page, dialog, complaints } = await openDialog();
    // Only types and fields that take a picture are offered.
    await dialog.getByRole("radio", { name: /^Kilns/ }).check(WAIT);
    t.is(await dialog.getByLabel("Type").count(), 0);
    t.deepEqual(await dialog.getByLabel("Field").locator("option").allInnerTexts(), ["cover", "gallery"]);
    await dialog.getByText("cover is empty.").waitFor(WAIT);
    t.deepEqual(await seriousFindings(page), []);
    await keepPicture(page, "send-document");
    await dialog.getByRole("button", { name: "Send", exact: true }).click();
    await dialog.getByText("The picture is in “Kilns”, cover.").waitFor(WAIT);
    t.is((await draftOf(id)).cover.storageId, file);
    await keepPicture(page, "send-sent");
    await dialog.getByRole("button", { name: "Undo" }).click();
    await page.getByText(/^The picture was removed from/).waitFor(WAIT);
    t.falsy((await draftOf(id)).cover);
    t.deepEqual(complaints, []);
    await context.close();
  },
);

test.serial(
  "a list gets it at its end; what somebody writes at the same moment stays, and what they changed is not undone (rules/console 12)",
  async (t) => {
    const other = (
      await makeResults(person.api, "mock-image", {
        kind: "image",
        prompt: "A quay",
        aspectRatio: "1:1",
        numImages: 1,
      })
    ).storageIds[0];
    const id = await article({ title: "Harbours", gallery: [{ storageId: other }] });
    const { context, page, dialog, complaints } = await openDialog();
    await dialog.getByRole("radio", { name: /^Harbours/ }).check(WAIT);
    await dialog.getByLabel("Field").selectOption("gallery");
    let writes = 0;
    await page.route(`**/v1/content/documents/${id}`, async (route) => {
      if (route.request().method() === "PATCH" && ++writes === 1)
        await person.api.patch(`/v1/content/documents/${id}`, { draft: { title: "Harbours of the north" } });
      return route.fallback();
    });
    await dialog.getByRole("button", { name: "Send", exact: true }).click();
    await dialog.getByText("The picture is in “Harbours of the north”, gallery.").waitFor(WAIT);
    t.is(writes, 2);
    const draft = await draftOf(id);
    t.is(draft.title, "Harbours of the north");
    t.deepEqual(
      draft.gallery.map(({ storageId }: { storageId: string }) => storageId),
      [other, file],
    );
    await person.api.patch(`/v1/content/documents/${id}`, { draft: { gallery: [{ storageId: other }] } });
    await dialog.getByRole("button", { name: "Undo" }).click();
    await dialog.getByText(CHANGED).waitFor(WAIT);
    t.is((await draftOf(id)).gallery.length, 1);
    t.deepEqual(complaints, []);
    await context.close();
  },
);

test.serial("by the keyboard alone a new document begins with it, and is opened", async (t) => {
  const { context, page, dialog, complaints } = await openDialog();
  await dialog.getByRole("radio", { name: /^New article/ }).waitFor(WAIT);
  await dialog.getByRole("radio", { name: /^New article/ }).focus();
  await page.keyboard.press("Enter");
  await dialog.getByRole("link", { name: "Open the document" }).waitFor(WAIT);
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/app\/content\/documents\/[0-9a-f-]{36}$/, WAIT);
  t.truthy((await draftOf(idOf(page))).cover.storageId);
  t.deepEqual(complaints, []);
  await context.close();
});

test.serial(
  "a workflow gets it as a new input, or in place of what an input has; a new one begins with it",
  async (t) => {
    const id = await makeWorkflow(
      person.api,
      graphOf([promptNode("idea", "A quay"), { id: "photo", type: "imageInput", data: { storageId: "" } }]),
      { name: "Covers" },
    );
    const nodes = async (of = id) => (await person.api.get(`/v1/workflows/${of}`)).body.workflow.graph.nodes;
    const { context, page, dialog, complaints } = await openDialog();
    const send = () => dialog.getByRole("button", { name: "Send", exact: true }).click();
    await dialog.getByText("A workflow", { exact: true }).click();
    await dialog.getByRole("radio", { name: /^Covers/ }).check(WAIT);
    await dialog.getByLabel("Input", { exact: true }).waitFor(WAIT);
    t.deepEqual(await seriousFindings(page), []);
    await keepPicture(page, "send-workflow");
    await send();
    await dialog.getByText("The picture is in “Covers”, image1.").waitFor(WAIT);
    t.like((await nodes()).at(-1), { type: "imageInput", id: "image1" });
    await dialog.getByRole("button", { name: "Undo" }).click();
    await dialog.waitFor({ ...WAIT, state: "detached" });
    t.is((await nodes()).length, 2);
    await sendFirst(page);
    await dialog.getByText("A workflow", { exact: true }).click();
    await dialog.getByRole("radio", { name: /^Covers/ }).check(WAIT);
    await dialog.getByLabel("Input", { exact: true }).selectOption("photo");
    await send();
    await dialog.getByText("The picture is in “Covers”, photo.").waitFor(WAIT);
    t.truthy((await nodes())[1].data.storageId);
    await page.keyboard.press("Escape");
    await sendFirst(page);
    await dialog.getByText("A workflow", { exact: true }).click();
    await dialog.getByRole("radio", { name: /^New workflow/ }).check(WAIT);
    await send();
    await dialog.getByRole("link", { name: "Open the workflow" }).click(WAIT);
    await page.waitForURL(/\/app\/workflows\/[0-9a-f-]{36}$/, WAIT);
    t.is((await nodes(idOf(page))).length, 1);
    t.deepEqual(complaints, []);
    await context.close();
  },
);

test.serial("by the keyboard the project is chosen, and the focus stays on the choice", async (t) => {
  const { context, page, dialog, complaints } = await openDialog();
  await dialog.getByRole("radio", { name: /^New article/ }).waitFor(WAIT);
  for (const [way, key, wanted, isNew] of [
    ["A document", "ArrowDown", projectId, /^New article/],
    ["A workflow", "ArrowUp", "", /^New workflow/],
  ] as const) {
    await dialog.getByText(way, { exact: true }).click();
    await dialog.getByLabel("Project").focus();
    await page.keyboard.press(key);
    await dialog.getByRole("radio", { name: isNew }).waitFor(WAIT);
    t.is(await dialog.getByLabel("Project").inputValue(), wanted);
    t.is(await page.evaluate("document.activeElement.tagName"), "SELECT");
  }
  t.deepEqual(complaints, []);
  await context.close();
});

test.serial(
  "a window that is closed while it sends says afterwards where the file is, with Undo",
  async (t) => {
    const id = await article({ title: "Late", cover: null });
    const { context, page, dialog, complaints } = await openDialog();
    let goOn = () => {};
    const held = new Promise<void>((resolve) => (goOn = resolve));
    await page.route(`**/v1/content/documents/${id}`, async (route) => {
      if (route.request().method() !== "PATCH") return route.fallback();
      await held;
      return route.fallback();
    });
    await dialog.getByRole("radio", { name: /^Late/ }).check(WAIT);
    await dialog.getByRole("button", { name: "Send", exact: true }).click();
    await dialog.getByText("Sending …").waitFor(WAIT);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ ...WAIT, state: "detached" });
    goOn();
    await page.getByText("The picture is in “Late”, cover.").waitFor(WAIT);
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("The picture was removed from “Late”, cover.").waitFor(WAIT);
    t.falsy((await draftOf(id)).cover);
    t.deepEqual(complaints, []);
    await context.close();
  },
);

test.serial("after a lost answer it says that a new one may have been made, and shows it", async (t) => {
  const { context, page, dialog, complaints } = await openDialog();
  for (const [way, path, row] of [
    ["A document", `**/v1/projects/${home}/content/documents`, /^New article/],
    ["A workflow", "**/v1/workflows", /^New workflow/],
  ] as const) {
    await dialog.getByText(way, { exact: true }).click();
    await dialog.getByRole("radio", { name: row }).check(WAIT);
    const before = await dialog.locator(".pick input").count();
    await page.route(path, async (route) => {
      if (route.request().method() !== "POST") return route.fallback();
      await route.fetch();
      return route.abort();
    });
    await dialog.getByRole("button", { name: "Send", exact: true }).click();
    await dialog.getByText(/^No answer came\. .* may have been made/).waitFor(WAIT);
    await dialog.locator(".pick input").nth(before).waitFor(WAIT);
  }
  t.deepEqual(complaints, []);
  await context.close();
});

test.serial(
  "in a project the people in it see the file; who is no longer in it is told so, and the choices stay (rules/console 12)",
  async (t) => {
    const id = await article({ title: "Ours" }, projectId);
    const { context, page, dialog, complaints } = await openDialog();
    await dialog.getByLabel("Project").selectOption("Harbour", WAIT);
    await dialog.getByRole("radio", { name: /^Ours/ }).check(WAIT);
    await dialog.getByRole("button", { name: "Send", exact: true }).click();
    await dialog.getByText("The picture is in “Ours”, cover.").waitFor(WAIT);
    const sent = (await draftOf(id)).cover.storageId;
    t.is((await owner.api.get(`/v1/storage/${sent}`)).status, 200);
    await dialog.getByRole("button", { name: "Undo" }).click();
    await page.getByText(/cover\. The project still has the picture in its library\.$/).waitFor(WAIT);
    await context.close();
    const again = await openDialog();
    await again.dialog.getByLabel("Project").selectOption("Harbour", WAIT);
    await again.dialog.getByRole("radio", { name: /^Ours/ }).check(WAIT);
    const removed = await owner.api.delete(`/v1/projects/${projectId}/members/${person.id}`);
    t.is(removed.status, 200);
    await again.dialog.getByRole("button", { name: "Send", exact: true }).click();
    await again.dialog.getByText("You are not in this project any more.").waitFor(WAIT);
    t.true(await again.dialog.getByRole("radio", { name: /^Ours/ }).isChecked());
    t.deepEqual([...complaints, ...again.complaints], []);
    await again.context.close();
  },
);

test.serial("a window over a window closes alone, and the focus goes back into the one below", async (t) => {
  const { context, page, complaints } = await openSignedIn(browser, {
    baseUrl: kiln.host.baseUrl,
    path: "/app/library",
    look: { width: 1280, scheme: "light" },
    who: person,
  });
  await page.goto(new URL(`/app/library?file=${file}`, kiln.host.baseUrl).href);
  await page.getByRole("button", { name: "Send to …" }).click(WAIT);
  const dialog = page.getByRole("dialog", { name: "Send the picture" });
  await dialog.getByRole("radio", { name: /^New article/ }).waitFor(WAIT);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ ...WAIT, state: "detached" });
  await page.getByRole("dialog").getByText("image/png").waitFor(WAIT);
  t.is(await page.evaluate("document.activeElement.textContent.trim()"), "Send to …");
  t.deepEqual(complaints, []);
  await context.close();
});

for (const look of [
  { width: 360, scheme: "light" },
  { width: 390, scheme: "dark" },
] as const)
  test.serial(
    `sending at ${look.width} px, ${look.scheme}: nothing overflows, axe finds nothing`,
    async (t) => {
      const { context, page, dialog, complaints } = await openDialog(look);
      await dialog.getByRole("radio", { name: /^New article/ }).waitFor(WAIT);
      t.true((await overflowOf(page)) <= 0);
      t.deepEqual(await seriousFindings(page), []);
      await keepPicture(page, `send-${look.width}-${look.scheme}`);
      await page.keyboard.press("Escape");
      await dialog.waitFor({ ...WAIT, state: "detached" });
      t.is(await page.evaluate("document.activeElement.textContent.trim()"), "Send to …");
      t.deepEqual(complaints, []);
      await context.close();
    },
  );
