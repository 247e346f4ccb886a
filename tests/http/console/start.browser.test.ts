import { randomUUID } from "node:crypto";
import test from "ava";
import type { Browser, Page } from "playwright-core";
import type { Kiln } from "../../../start.js";
import { makeArticle, makeArticles } from "../../helpers/articles.js";
import { type Person, signUp } from "../../helpers/client.js";
import { buildConsole, openSignedIn, press, WAIT } from "../../helpers/console-site.js";
import { type Look, openChromium, seriousFindings, shiftsOf } from "../../helpers/page-browser.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { waitUntil } from "../../helpers/wait-until.js";

const WIDE: Look = { width: 1280, scheme: "light" };
const LISTS = /\/content\/titles\?/;
let kiln: Kiln;
let browser: Browser;
let person: Person;
test.before(async () => {
  buildConsole();
  kiln = await startKiln({ SIGNUP_CREDITS: "10000" });
  person = await signUp(kiln.url);
  browser = await openChromium();
});
test.after.always(async () => {
  await browser?.close();
  await kiln?.stop();
});

const openAt = (path: string) =>
  openSignedIn(browser, { baseUrl: kiln.host.baseUrl, path, look: WIDE, who: person });
const changedOf = (page: Page) => page.getByRole("region", { name: "Changed in content" });
const startOf = async (page: Page) => {
  await page.getByRole("link", { name: "Kiln, start page" }).click(WAIT);
  await changedOf(page).waitFor(WAIT);
};
const ownProject = async (): Promise<string> => (await person.api.get("/v1/projects")).body.defaultProjectId;
const newProject = async (name: string): Promise<string> => {
  const id = randomUUID();
  await person.api.post("/v1/projects", { id, name });
  return id;
};
const picked = (page: Page) =>
  page.getByLabel("Project", { exact: true }).locator("option:checked").textContent(WAIT);

test.serial(
  "one begins by generating, uploading, building or writing, and finds people and agents",
  async (t) => {
    const { context, page, complaints } = await openAt("/");
    for (const [name, path] of [
      [/^Generate Picture/, "/app/generate"],
      [/^Upload/, "/app/library"],
      [/^Build a workflow/, "/app/workflows"],
      [/^Write/, "/app/content"],
      ["Invite a colleague", "/app/account/projects"],
      ["Connect an agent", "/app/account/agents"],
    ] as const) {
      await page.getByRole("main").getByRole("link", { name }).click(WAIT);
      await page.waitForURL((url) => url.pathname === path, WAIT);
      await startOf(page);
    }
    await page.getByRole("link", { name: "Invite a colleague" }).click(WAIT);
    await page.getByRole("button", { name: "Make a project to share" }).waitFor(WAIT);
    await startOf(page);
    // In a shared project the steps lead to its people.
    const shared = await newProject("Harbour");
    await page.reload();
    await page.getByLabel("Project", { exact: true }).selectOption("Harbour", WAIT);
    await page.getByRole("link", { name: "Invite a colleague" }).click(WAIT);
    await page.getByLabel("E-mail address").waitFor(WAIT);
    t.is(new URL(page.url()).pathname, `/app/account/projects/${shared}`);
    t.deepEqual(complaints, []);
    await context.close();
  },
);

test.serial(
  "what changed in content: first the way to a type, then to a document, then the last five",
  async (t) => {
    const { context, page, complaints } = await openAt("/");
    const changed = changedOf(page);
    await changed.getByRole("link", { name: "Make the first type" }).click(WAIT);
    await page.waitForURL(/content\/types\/new$/, WAIT);
    const projectId = await ownProject();
    await makeArticles(person.api, projectId);
    await page.goto(kiln.host.baseUrl);
    await changed.getByRole("link", { name: "Write the first" }).waitFor(WAIT);
    const ids: string[] = [];
    for (let number = 0; number < 6; number += 1)
      ids.push(await makeArticle(person.api, projectId, { title: { en: `Number ${number}` } }));
    await person.api.post(`/v1/content/documents/${ids[5]}/publish`, { baseVersion: 1 });
    await person.api.patch(`/v1/content/documents/${ids[0]}`, {
      draft: { title: { en: "Number 0, again" } },
    });
    await page.reload();
    await changed.getByText("Number 0, again").waitFor(WAIT);
    const rows = changed.getByRole("listitem");
    t.is(await rows.count(), 5);
    t.regex(await rows.first().innerText(), /^Number 0, again\s+just now\s+Article\s+Draft$/i);
    t.regex(await rows.nth(1).innerText(), /Published$/);
    t.is(await changed.getByText("Number 1", { exact: true }).count(), 0);
    t.true((await shiftsOf(page)) < 0.02, "nothing jumps when data arrive");
    t.deepEqual(await seriousFindings(page), []);
    await rows.first().getByRole("link").click(WAIT);
    await page.waitForURL(new RegExp(`${ids[0]}$`), WAIT);
    t.deepEqual(complaints, []);
    await context.close();
  },
);

test.serial("where documents cannot be read the rest is there, and one tries again", async (t) => {
  const { context, page } = await openAt("/");
  await changedOf(page).waitFor(WAIT);
  await page.route(LISTS, (route) =>
    route.fulfill({ status: 400, json: { error: { code: "bad_request", message: "No lists today." } } }),
  );
  await page.reload();
  await changedOf(page).getByRole("alert").getByText("No lists today.").waitFor(WAIT);
  await page.getByRole("heading", { name: "Made lately" }).waitFor(WAIT);
  await page.unroute(LISTS);
  await press(page, "Try again");
  await changedOf(page).getByText("Number 5").waitFor(WAIT);
  t.is(await changedOf(page).getByRole("alert").count(), 0);
  await context.close();
});

test.serial("what a page has waited for a few seconds is told, and one asks for it anew", async (t) => {
  const { context, page, complaints } = await openAt("/");
  await changedOf(page).waitFor(WAIT);
  // The answers never come, so only a new request gets one.
  let isHeld = true;
  await page.route(LISTS, (route) => (isHeld ? undefined : route.continue()));
  await page.reload();
  const notice = page.getByText("This takes longer than usual: waiting for documents.");
  await notice.waitFor(WAIT);
  t.deepEqual(await seriousFindings(page), []);
  isHeld = false;
  await press(page, "Try again");
  await changedOf(page).getByText("Number 5").waitFor(WAIT);
  t.is(await notice.count(), 0);
  t.deepEqual(complaints, []);
  await context.close();
});

test.serial(
  "a document of another project is shown in its project, and the list is that project's",
  async (t) => {
    const projectId = await newProject("Lighthouse");
    await makeArticles(person.api, projectId);
    const id = await makeArticle(person.api, projectId, { title: { en: "The keeper" } });
    const { context, page, complaints } = await openAt("/");
    t.is(await picked(page), "My space");
    await page.goto(new URL(`/app/content/documents/${id}`, kiln.host.baseUrl).href);
    await page.getByRole("heading", { name: "The keeper" }).waitFor(WAIT);
    await waitUntil(async () => (await picked(page)) === "Lighthouse");
    await page.getByRole("link", { name: "All documents" }).click(WAIT);
    await page.getByText("1 document", { exact: true }).waitFor(WAIT);
    await page.getByRole("link", { name: /The keeper/ }).click(WAIT);
    await page.getByRole("heading", { name: "The keeper" }).waitFor(WAIT);
    // Another project has another list, so the document of the first one goes.
    await page.getByLabel("Project", { exact: true }).selectOption("My space", WAIT);
    await page.waitForURL(/\/app\/content$/, WAIT);
    await page.getByRole("link", { name: /Number 5/ }).waitFor(WAIT);
    t.deepEqual(complaints, []);
    await context.close();
  },
);

test.serial(
  "received credits are labeled with their reason, on the start page and in the ledger",
  async (t) => {
    const { context, page } = await openAt("/");
    const credits = page.getByRole("region", { name: "Credits" });
    await credits.getByText("Welcome credits").waitFor(WAIT);
    await page.goto(new URL("/app/account/credits", kiln.host.baseUrl).href);
    await page.getByRole("row", { name: /^Welcome credits/ }).waitFor(WAIT);
    t.is(await page.getByText("Adjustment").count(), 0);
    await context.close();
  },
);
