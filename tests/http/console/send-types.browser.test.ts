import test from "ava";
import type { Browser, Page } from "playwright-core";
import type { Kiln } from "../../../start.js";
import { type Person, signUp } from "../../helpers/client.js";
import { buildConsole, WAIT } from "../../helpers/console-site.js";
import { makeResults } from "../../helpers/make-results.js";
import { openChromium, seriousFindings } from "../../helpers/page-browser.js";
import { field, postType } from "../../helpers/post-type.js";
import { openSendDialog } from "../../helpers/send-dialog.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { waitUntil } from "../../helpers/wait-until.js";

let kiln: Kiln;
let browser: Browser;
test.before(async () => {
  buildConsole();
  kiln = await startKiln({ SIGNUP_CREDITS: "1000" });
  browser = await openChromium();
});
test.after.always(async () => {
  await browser?.close();
  await kiln?.stop();
});

/** Signs a person up who has a picture, and a document of each of these types, all of which take the picture. */
async function withTypes(names: readonly string[]): Promise<Person> {
  const person = await signUp(kiln.url);
  const home = (await person.api.get("/v1/projects")).body.defaultProjectId;
  for (const type of names) {
    const cover = field("cover", { type: "media", accept: ["image"] });
    await postType(person.api, home, type, [field("title"), cover], { titleField: "title" });
    const draft = { title: `First ${type}` };
    await person.api.post(`/v1/projects/${home}/content/documents`, { type, draft });
  }
  const made = { kind: "image", prompt: "A lighthouse", aspectRatio: "1:1", numImages: 1 };
  await makeResults(person.api, "mock-image", made);
  return person;
}
const openDialog = (who: Person) =>
  openSendDialog({ browser, baseUrl: kiln.host.baseUrl, who, prompt: "A lighthouse" });
const asksFor = (page: Page, type: string, answer: Parameters<Page["route"]>[1]) =>
  page.route(
    (url) => url.pathname.endsWith("/content/titles") && url.searchParams.get("type") === type,
    answer,
  );

test.serial(
  "a type that does not answer hides no document of another, is named, and is asked again",
  async (t) => {
    const person = await withTypes(["article", "note", "person"]);
    const { context, page, dialog } = await openDialog(person);
    const refusal = { error: { code: "forbidden", message: "not now", requestID: "r" } };
    await asksFor(page, "note", (route) => route.fulfill({ status: 403, json: refusal }));
    await page.reload();
    await page.getByRole("button", { name: "Send to …: A lighthouse" }).click(WAIT);
    await dialog.getByRole("radio", { name: /^First article/ }).waitFor(WAIT);
    await dialog.getByRole("radio", { name: /^First person/ }).waitFor(WAIT);
    t.is(await dialog.getByRole("radio", { name: /^First note/ }).count(), 0);
    await dialog.getByRole("alert").getByText("Not read: note. not now").waitFor(WAIT);
    t.deepEqual(await seriousFindings(page), []);
    await page.unrouteAll();
    await dialog.getByRole("button", { name: "Try again" }).click();
    await dialog.getByRole("radio", { name: /^First note/ }).waitFor(WAIT);
    t.is(await dialog.getByRole("alert").count(), 0);
    t.is(await dialog.getByRole("radio", { name: /^First/ }).count(), 3);
    await context.close();
  },
);

test.serial(
  "of many types the latest changes come in one answer, and a search waits for none of them",
  async (t) => {
    const names = Array.from({ length: 8 }, (_, at) => `type${at}`);
    const person = await withTypes(names);
    const { context, page, dialog } = await openDialog(person);
    await dialog
      .getByRole("radio", { name: /^First/ })
      .first()
      .waitFor(WAIT);
    await page.unrouteAll();
    const asked: (string | null)[] = [];
    page.on("request", (request) => {
      const url = new URL(request.url());
      if (url.pathname.endsWith("/content/titles")) asked.push(url.searchParams.get("type"));
    });
    await page.reload();
    await page.getByRole("button", { name: "Send to …: A lighthouse" }).click(WAIT);
    await waitUntil(async () => (await dialog.getByRole("radio", { name: /^First/ }).count()) === 8);
    t.deepEqual(asked, [null]);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await asksFor(page, "type0", async (route) => {
      await released;
      await route.fallback();
    });
    await dialog.getByLabel("Search by title").fill("first");
    await waitUntil(() => asked.length === 9);
    t.deepEqual(asked.slice(1).sort(), names);
    await waitUntil(async () => (await dialog.getByRole("radio", { name: /^First/ }).count()) === 7);
    release();
    await waitUntil(async () => (await dialog.getByRole("radio", { name: /^First/ }).count()) === 8);
    await context.close();
  },
);
