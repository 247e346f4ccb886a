import test, { type ExecutionContext } from "ava";
import type { Browser, Page } from "playwright-core";
import type { Kiln } from "../../../start.js";
import { makeArticle, makeArticles } from "../../helpers/articles.js";
import { type Person, signUp } from "../../helpers/client.js";
import { buildConsole, openSignedIn, WAIT } from "../../helpers/console-site.js";
import { insertCopies } from "../../helpers/insert-copies.js";
import { insertObject } from "../../helpers/insert-object.js";
import { openChromium } from "../../helpers/page-browser.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { waitUntil } from "../../helpers/wait-until.js";

const FILES = 10_000;
const DOCUMENTS = 100_000;
let kiln: Kiln;
let browser: Browser;
let person: Person;
test.before(async () => {
  buildConsole();
  kiln = await startKiln();
  person = await signUp(kiln.url);
  browser = await openChromium();
});
test.after.always(async () => {
  await browser?.close();
  await kiln?.stop();
});

const openAt = (path: string) => openSignedIn(browser, { baseUrl: kiln.host.baseUrl, path, who: person });

/** Returns how many positions of the list the page holds, and which of them are in view. */
const placesIn = (page: Page): Promise<{ held: number; inView: number[]; hasGap: boolean }> =>
  page.evaluate(`new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => {
    const items = [...document.querySelectorAll("main [aria-posinset]")];
    const boxes = items.map((item) => ({ at: Number(item.ariaPosInSet), box: item.getBoundingClientRect() }));
    const seen = boxes.filter(({ box }) => box.bottom > 0 && box.top < innerHeight);
    const below = Math.max(...seen.map(({ box }) => box.bottom));
    const isEnd = seen.some(({ at }) => at === Number(items[0].ariaSetSize));
    resolve({
      held: items.length,
      inView: seen.map(({ at }) => at).sort((a, b) => a - b),
      // A narrower gap is the room between two rows.
      hasGap: below < innerHeight - 16 && !isEnd,
    });
  })))`);

/** Scrolls to positions all over the list and asserts that the window is full of consecutive items everywhere. */
async function walk(t: ExecutionContext, page: Page, most: number): Promise<number> {
  let last = 0;
  for (let nth = 0; nth <= 30; nth++) {
    await page.evaluate(`scrollTo(0, document.documentElement.scrollHeight * ${nth} / 30)`);
    await waitUntil(async () => !(await placesIn(page)).hasGap, {
      what: () => `The window is not full at ${nth} of 30.`,
    });
    const { held, inView } = await placesIn(page);
    t.true(held > 0 && held <= most, `${held} of the list are in the page`);
    const [first = 0] = inView;
    t.deepEqual(
      inView,
      inView.map((_, at) => first + at),
    );
    last = Math.max(last, ...inView);
  }
  return last;
}

test.serial("10,000 files: the page holds some 60, and each can be reached (rules/console 7)", async (t) => {
  const id = await insertObject(kiln, person.id, { filename: "File 0", createdAt: 1_000_000 });
  await insertCopies(kiln, {
    table: "storage_objects",
    id,
    count: FILES - 1,
    columns: { filename: "'File ' || n", createdAt: "1000000 + n" },
  });
  const { context, page, complaints } = await openAt("/app/library");
  const files = page.getByRole("list", { name: "Files" });
  await files.getByText("File 9999", { exact: true }).waitFor(WAIT);
  await page.getByText(/^10,000 files/).waitFor(WAIT);
  t.is(await walk(t, page, 120), FILES);
  await files.getByText("File 0", { exact: true }).waitFor(WAIT);
  // The keyboard moves from tile to tile, and to both ends.
  await page.evaluate("scrollTo(0, 0)");
  const focused = (name: string) => page.locator(".tile:focus", { hasText: name }).waitFor(WAIT);
  await files.getByRole("button", { name: "File 9999" }).focus();
  await page.keyboard.press("ArrowRight");
  await focused("File 9998");
  await page.keyboard.press("End");
  await focused("File 0");
  await page.keyboard.press("Home");
  await focused("File 9999");
  // A deleted file goes at once, those behind it move up, and Undo brings it back.
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click(WAIT);
  await files.getByText("File 9999", { exact: true }).waitFor({ ...WAIT, state: "detached" });
  t.is((await placesIn(page)).inView[0], 1);
  t.regex(await files.getByRole("button").first().innerText(), /File 9998/);
  await page.getByRole("button", { name: "Undo" }).click(WAIT);
  await files.getByText("File 9999", { exact: true }).waitFor(WAIT);
  t.deepEqual(complaints, []);
  await context.close();
});

test.serial("a list of 100,000 documents holds some 30 in the page, and each can be reached", async (t) => {
  const projectId = (await person.api.get("/v1/projects")).body.defaultProjectId;
  await makeArticles(person.api, projectId);
  const id = await makeArticle(person.api, projectId, { title: { en: "Number 0" } });
  const { createdAt } = (await person.api.get(`/v1/content/documents/${id}`)).body.document;
  const time = `${Date.parse(createdAt)} + n`;
  await insertCopies(kiln, {
    table: "content_documents",
    id,
    count: DOCUMENTS - 1,
    columns: {
      draft: "json_object('title', json_object('en', 'Number ' || n))",
      createdAt: time,
      updatedAt: time,
    },
  });
  const { context, page, complaints } = await openAt("/app/content");
  const list = page.getByRole("list", { name: "Documents" });
  await list.getByText("Number 99999", { exact: true }).waitFor(WAIT);
  t.is(await walk(t, page, 60), DOCUMENTS);
  await list.getByText("Number 0", { exact: true }).waitFor(WAIT);
  await page.evaluate("scrollTo(0, document.documentElement.scrollHeight / 2)");
  await waitUntil(async () => /Number [45]\d{4}/.test(await list.innerText()));
  t.deepEqual(complaints, []);
  await context.close();
});
