import { randomUUID } from "node:crypto";
import test from "ava";
import type { Browser, Page } from "playwright-core";
import type { Kiln } from "../../../start.js";
import { makeArticles } from "../../helpers/articles.js";
import { type Person, signUp } from "../../helpers/client.js";
import { buildConsole, openSignedIn, press, WAIT } from "../../helpers/console-site.js";
import { openChromium } from "../../helpers/page-browser.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { waitUntil } from "../../helpers/wait-until.js";
import { graphOf, makeWorkflow, picture, promptNode } from "../../helpers/workflows.js";

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
  await person.api.post("/v1/projects", { id: randomUUID(), name: "Harbour" });
  browser = await openChromium();
});
test.after.always(async () => {
  await browser?.close();
  await kiln?.stop();
});

const openAt = (path: string) => openSignedIn(browser, { baseUrl: kiln.host.baseUrl, path, who: person });

/** Comes back to the tab after a minute elsewhere: what is on the page is read again. */
const comeBack = (page: Page) =>
  page.evaluate(`{
    const { now } = Date;
    Date.now = () => now() + 60_000;
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
  }`);

const signedOut = (page: Page) => page.getByText(/^You are signed out/);
const question = (page: Page, title: string) => page.getByRole("dialog", { name: title });

/** Opens the editor of an article with the title "one", with the cursor at its end. */
async function openArticle() {
  const { body } = await person.api.post(`/v1/projects/${projectId}/content/documents`, {
    type: "article",
    draft: { title: { en: "one" } },
  });
  const id = body.document.id as string;
  const path = `/app/content/documents/${id}`;
  const opened = await openAt(path);
  const title = opened.page.getByLabel("title, English");
  await title.waitFor(WAIT);
  await saved(opened.page);
  return { ...opened, id, path, title };
}

const saved = (page: Page) => page.getByText("Saved", { exact: true }).first().waitFor(WAIT);
const titleOf = async (id: string) =>
  (await person.api.get(`/v1/content/documents/${id}`)).body.document.draft.title.en;

test.serial("what was just typed is sent before a link of the console is followed", async (t) => {
  const { context, page, id, title } = await openArticle();
  await title.fill("one two");
  await page.getByRole("link", { name: "All documents" }).click();
  await page.waitForURL((url) => url.pathname === "/app/content", WAIT);
  t.is(await titleOf(id), "one two");
  await context.close();
});

test.serial(
  "a session that ends while somebody edits loses nothing: the page stays, and saves once they are signed in again (rules/console 5)",
  async (t) => {
    const { context, page, id, path, title } = await openArticle();
    const cookies = await context.cookies();
    let isTyped = () => {};
    const typed = new Promise<void>((resolve) => (isTyped = resolve));
    // A read of other people's changes would lead to the sign-in page while nothing is unsent, so it waits.
    await context.route("**/draft-update", async (route) => {
      await typed;
      await route.continue();
    });
    await title.fill("one two");
    await context.clearCookies();
    isTyped();
    await signedOut(page).waitFor(WAIT);
    const refused = page.waitForResponse((answer) => answer.url().includes("/content/types"), WAIT);
    await comeBack(page);
    t.is((await refused).status(), 401);
    t.is(await title.inputValue(), "one two", "a list that is read again leaves the editor open");
    t.is(new URL(page.url()).pathname, path);
    t.is(await titleOf(id), "one");
    await context.addCookies(cookies);
    await saved(page);
    await waitUntil(async () => (await titleOf(id)) === "one two");
    t.is(await title.inputValue(), "one two");
    await signedOut(page).waitFor({ ...WAIT, state: "detached" });
    await context.close();
  },
);

test.serial(
  "a type that is edited outlives a service that is away, an ended session and a look at another project (rules/console 5)",
  async (t) => {
    const { body } = await person.api.get(`/v1/projects/${projectId}/content/types`);
    const [{ id }] = body.contentTypes;
    const path = `/app/content/types/${id}`;
    const { context, page } = await openAt(path);
    const description = page.getByLabel("Description", { exact: true }).first();
    await description.fill("What stands in the news", WAIT);
    const cookies = await context.cookies();
    await context.clearCookies();
    await comeBack(page);
    await signedOut(page).waitFor(WAIT);
    t.is(await description.inputValue(), "What stands in the news");
    const projects = page.getByLabel("Project", { exact: true });
    await projects.selectOption({ label: "Harbour" });
    await question(page, "The type is not saved").waitFor(WAIT);
    await press(page, "Stay here");
    t.is(await projects.locator("option:checked").textContent(), "My space");
    await context.addCookies(cookies);
    await comeBack(page);
    await signedOut(page).waitFor({ ...WAIT, state: "detached" });
    let isLost = false;
    await page.route("**/content/types?*", (route) => {
      isLost = true;
      return route.fulfill({
        status: 400,
        json: { error: { code: "bad_request", message: "No types now.", requestID: "r" } },
      });
    });
    // A read that is still under way is not begun once more.
    await waitUntil(async () => {
      await comeBack(page);
      return isLost;
    });
    await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
    await page.unroute("**/content/types?*");
    await press(page, "Save");
    await page.getByText(/ is saved\.$/).waitFor(WAIT);
    const stored = (await person.api.get(`/v1/content/types/${id}`)).body.contentType;
    t.is(stored.description, "What stands in the news");
    await projects.selectOption({ label: "Harbour" });
    await page.getByText("There is no such type in this project").waitFor(WAIT);
    await projects.selectOption({ label: "My space" });
    await description.waitFor(WAIT);
    await context.close();
  },
);

test.serial(
  "a workflow that was not saved is saved when the service and the session are back, and a link asks before (rules/console 5)",
  async (t) => {
    const id = await makeWorkflow(person.api, graphOf([promptNode("idea", "one"), picture("poster")], []));
    const textOf = async () =>
      (await person.api.get(`/v1/workflows/${id}`)).body.workflow.graph.nodes[0].data.text;
    const { context, page } = await openAt(`/app/workflows/${id}`);
    await page.getByRole("button", { name: /^Prompt idea/ }).click(WAIT);
    const text = page.getByLabel("Text", { exact: true });
    await context.setOffline(true);
    await text.fill("two");
    await page.getByText(/^Not saved\. The service was not reached/).waitFor(WAIT);
    await page.getByRole("link", { name: "All workflows" }).click();
    await question(page, "Not everything is saved").waitFor(WAIT);
    await press(page, "Stay here");
    await context.setOffline(false);
    await waitUntil(async () => (await textOf()) === "two");
    await page.getByText("Saved", { exact: true }).waitFor(WAIT);
    // The service has a save whose answer was lost: that is no conflict with somebody else.
    let isLost = false;
    await page.route(`**/v1/workflows/${id}`, async (route) => {
      if (route.request().method() !== "PATCH" || isLost) return route.fallback();
      isLost = true;
      await route.fetch();
      return route.abort();
    });
    await text.fill("three");
    await waitUntil(async () => isLost && (await page.getByText("Saved", { exact: true }).count()) === 1);
    t.is(await page.getByRole("alert").count(), 0);
    const cookies = await context.cookies();
    await context.clearCookies();
    await text.fill("four");
    await signedOut(page).waitFor(WAIT);
    t.is(await textOf(), "three");
    await context.addCookies(cookies);
    await waitUntil(async () => (await textOf()) === "four");
    await signedOut(page).waitFor({ ...WAIT, state: "detached" });
    // What was just changed is saved before a link is followed; a conflict asks.
    await text.fill("five");
    await page.getByRole("link", { name: "All workflows" }).click();
    await page.getByRole("heading", { name: "Workflows", level: 1 }).waitFor(WAIT);
    t.is(await textOf(), "five");
    await page.goBack();
    await page.getByRole("button", { name: /^Prompt idea/ }).click(WAIT);
    await person.api.patch(`/v1/workflows/${id}`, { name: "Theirs" });
    await text.fill("six");
    await page.getByText(/^Somebody else changed this workflow/).waitFor(WAIT);
    await page.getByRole("link", { name: "All workflows" }).click();
    await question(page, "Not everything is saved").waitFor(WAIT);
    await press(page, "Leave without saving");
    await page.getByRole("heading", { name: "Workflows", level: 1 }).waitFor(WAIT);
    t.is(await textOf(), "five");
    await context.close();
  },
);

test.serial(
  "languages that somebody else added stay when one's own are saved (rules/console 15)",
  async (t) => {
    const path = `/v1/projects/${projectId}/content/settings`;
    const codes = async () =>
      (await person.api.get(path)).body.settings.locales.map(({ code }: { code: string }) => code);
    const { context, page } = await openAt("/app/content/languages");
    const add = page.getByLabel("Add a language");
    await add.fill("French", WAIT);
    await page.keyboard.press("Enter");
    await page.getByLabel("Tone of voice").fill("Short sentences");
    const { locales } = (await person.api.get(path)).body.settings;
    await person.api.put(path, { locales: [...locales, { code: "pl", title: "Polish" }] });
    const before = await codes();
    await press(page, "Save languages");
    await page.getByText(/Polish was added\. Nothing of theirs is overwritten/).waitFor(WAIT);
    t.deepEqual(await codes(), before);
    await press(page, "Add mine to theirs");
    await press(page, "Save languages");
    await page.getByText("The languages are saved.").waitFor(WAIT);
    t.deepEqual(await codes(), [...before, "fr"]);
    t.is((await person.api.get(path)).body.settings.translation.brief, "Short sentences");
    await context.close();
  },
);

test.serial(
  "a translation and a run whose answers were lost are not paid twice, though the page is loaded again (rules/console 11)",
  async (t) => {
    const paid = async () =>
      (await person.api.get("/v1/usage")).body.entries.filter(
        ({ deltaCredits }: { deltaCredits: number }) => deltaCredits < 0,
      ).length;
    const { context, page } = await openArticle();
    /** Loses the answers to a request until the returned function is called. */
    const lose = async (path: string) => {
      await page.route(path, async (route) => {
        if (route.request().method() !== "POST") return route.fallback();
        await route.fetch();
        return route.abort();
      });
      return () => page.unroute(path);
    };
    const translate = async () => {
      await page.getByRole("tab", { name: "Languages" }).click(WAIT);
      await page.getByLabel(/^Translate from/).selectOption("all");
      await page.getByRole("button", { name: "Translate into French" }).click();
    };
    const before = await paid();
    let find = await lose("**/translate");
    await translate();
    await page.getByText(/^The service was not reached/).waitFor(WAIT);
    await find();
    await page.reload();
    await translate();
    await page.getByText(/^It cost /).waitFor(WAIT);
    t.is(await paid(), before + 1);
    const id = await makeWorkflow(
      person.api,
      graphOf([promptNode("idea", "A harbour"), picture("poster")], ["idea:text>poster:prompt"]),
    );
    await page.goto(new URL(`/app/workflows/${id}`, kiln.host.baseUrl).href);
    const dialog = page.getByRole("dialog", { name: "Run" });
    const start = async () => {
      await press(page, "Run");
      await dialog.getByText(/^Costs /).waitFor(WAIT);
      await dialog.getByRole("button", { name: "Start" }).click();
    };
    find = await lose("**/execute");
    await start();
    await dialog.getByText(/^The service was not reached/).waitFor(WAIT);
    await page.keyboard.press("Escape");
    await find();
    await start();
    await page.getByRole("list", { name: "Runs" }).waitFor(WAIT);
    t.is((await person.api.get(`/v1/workflows/${id}/runs`)).body.total, 1);
    await context.close();
  },
);

test.serial("a secret of a webhook is renewed once, though the button is pressed twice", async (t) => {
  const hook = { name: "Site", url: "https://93.184.215.14/hook", events: ["document.publish"] };
  const made = await person.api.post(`/v1/projects/${projectId}/content/webhooks`, hook);
  t.is(made.status, 200);
  const { context, page } = await openAt("/app/content/webhooks");
  let rotated = 0;
  await page.route("**/v1/content/webhooks/*", async (route) => {
    rotated += 1;
    await page.locator("button[aria-disabled=true]", { hasText: "New secret" }).dispatchEvent("click");
    return route.fallback();
  });
  await press(page, "New secret");
  await press(page, "I have kept it");
  t.is(rotated, 1);
  await context.close();
});
