import test from "ava";
import type { Browser, Page } from "playwright-core";
import type { Kiln } from "../../../start.js";
import { makeArticles } from "../../helpers/articles.js";
import { type Person, signUp } from "../../helpers/client.js";
import { buildConsole, openSignedIn, WAIT } from "../../helpers/console-site.js";
import { openChromium } from "../../helpers/page-browser.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { waitUntil } from "../../helpers/wait-until.js";

let kiln: Kiln;
let browser: Browser;
let person: Person;
let projectId: string;
test.before(async () => {
  buildConsole();
  kiln = await startKiln();
  person = await signUp(kiln.url);
  projectId = (await person.api.get("/v1/projects")).body.defaultProjectId;
  await makeArticles(person.api, projectId);
  browser = await openChromium();
});
test.after.always(async () => {
  await browser?.close();
  await kiln?.stop();
});

/** Opens the editor of an article with the title "one", with the cursor at its end. */
async function openArticle() {
  const { body } = await person.api.post(`/v1/projects/${projectId}/content/documents`, {
    type: "article",
    draft: { title: { en: "one" } },
  });
  const id = body.document.id as string;
  const path = `/app/content/documents/${id}`;
  const look = { width: 1280, scheme: "light" } as const;
  const opened = await openSignedIn(browser, { baseUrl: kiln.host.baseUrl, path, look, who: person });
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
    await page.getByText(/^You are signed out/).waitFor(WAIT);
    t.is(new URL(page.url()).pathname, path);
    t.is(await titleOf(id), "one");
    await context.addCookies(cookies);
    await saved(page);
    await waitUntil(async () => (await titleOf(id)) === "one two");
    t.is(await title.inputValue(), "one two");
    await context.close();
  },
);
