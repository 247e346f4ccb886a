import test from "ava";
import type { Browser, Page } from "playwright-core";
import sharp from "sharp";
import type { Kiln } from "../../../start.js";
import { makeArticle, makeArticles } from "../../helpers/articles.js";
import { type Person, signUp } from "../../helpers/client.js";
import { buildConsole, openSignedIn, WAIT } from "../../helpers/console-site.js";
import { type Look, openChromium, overflowOf } from "../../helpers/page-browser.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { upload } from "../../helpers/upload.js";
import { waitForJob } from "../../helpers/wait-for-job.js";
import { waitUntil } from "../../helpers/wait-until.js";
import { makeWorkflow } from "../../helpers/workflows.js";

const WIDE: Look = { width: 1280, scheme: "light" };
const PHONE: Look = { width: 360, scheme: "light" };
let kiln: Kiln;
let browser: Browser;
let person: Person;
let projectId: string;
test.before(async () => {
  buildConsole();
  kiln = await startKiln({ SIGNUP_CREDITS: "10000" });
  person = await signUp(kiln.url);
  projectId = (await person.api.get("/v1/projects")).body.defaultProjectId;
  browser = await openChromium();
});
test.after.always(async () => {
  await browser?.close();
  await kiln?.stop();
});

const openAt = (path: string, look: Look) =>
  openSignedIn(browser, { baseUrl: kiln.host.baseUrl, path, look, who: person });
const topOf = async (page: Page, selector: string): Promise<number> =>
  (await page.locator(selector).first().boundingBox())?.y ?? Number.NaN;

test.serial(
  "a large picture is shown by its thumbnail, and a file called by what it was asked for with (rules/console 13)",
  async (t) => {
    const noise = { type: "gaussian" as const, mean: 128, sigma: 60 };
    const large = await sharp({ create: { width: 600, height: 600, channels: 3, background: "#888", noise } })
      .png()
      .toBuffer();
    t.true(large.length > 200_000);
    const photoId = await upload(person.api, "image/png", large, "noise.png");
    const params = { kind: "image", prompt: "A kiln at dusk", aspectRatio: "1:1", numImages: 1 };
    const { body } = await person.api.post("/v1/generations", { model: "mock-image", params });
    await waitForJob(person.api, body.job.id);
    const { context, page, complaints } = await openAt("/app/library", PHONE);
    const files = page.getByRole("list", { name: "Files" });
    await files.getByText("A kiln at dusk", { exact: true }).waitFor(WAIT);
    const shown = files.getByRole("button", { name: /noise\.png/ }).locator("img");
    await shown.waitFor(WAIT);
    t.regex((await shown.getAttribute("src")) ?? "", new RegExp(`${photoId}\\.thumb`));
    // The size of a file is shown in full, however narrow the tile is.
    const sizes = files.locator(".tile-facts > :last-child");
    t.is(await sizes.count(), 2);
    const cut = await page.evaluate<number>(`[...document.querySelectorAll(".tile-facts > :last-child")]
    .filter((each) => each.scrollWidth > each.clientWidth).length`);
    t.is(cut, 0);
    t.deepEqual(complaints, []);
    await context.close();
  },
);

test.serial(
  "a thumbnail that is not there yet is asked for again, and the sign of its kind stands in its place (rules/console 13)",
  async (t) => {
    const noise = { type: "gaussian" as const, mean: 90, sigma: 60 };
    const large = await sharp({ create: { width: 600, height: 600, channels: 3, background: "#888", noise } })
      .png()
      .toBuffer();
    const id = await upload(person.api, "image/png", large, "late.png");
    const { context, page, complaints } = await openAt("/app/components", WIDE);
    let asked = 0;
    await page.route(`**/v1/storage/${id}`, async (route) => {
      const response = await route.fetch();
      const body = await response.json();
      asked += 1;
      if (asked < 2) delete body.object.thumbUrl;
      return route.fulfill({ response, json: body });
    });
    await page.goto(new URL("/app/library", kiln.host.baseUrl).href);
    const tile = page.getByRole("button", { name: /late\.png/ });
    await tile.locator(".thumb > svg").waitFor(WAIT);
    t.is(await tile.locator("img").count(), 0, "the original is not read");
    const shown = tile.locator("img");
    await shown.waitFor(WAIT);
    t.regex((await shown.getAttribute("src")) ?? "", new RegExp(`${id}\\.thumb`));
    t.is(asked, 2);
    t.deepEqual(complaints, []);
    await context.close();
  },
);

test.serial("on a phone what a row of a type's fields says touches none of its edges", async (t) => {
  await makeArticles(person.api, projectId);
  const { body } = await person.api.get(`/v1/projects/${projectId}/content/types`);
  const { context, page } = await openAt(`/app/content/types/${body.contentTypes[0].id}`, PHONE);
  await page.locator(".field-open").first().waitFor(WAIT);
  const cut = await page.evaluate<string[]>(`[...document.querySelectorAll(".field-open")].filter((row) => {
    const { top, bottom } = row.closest("li").getBoundingClientRect();
    return [...row.children].some((each) => each.getBoundingClientRect().top < top + 3 || each.getBoundingClientRect().bottom > bottom - 3);
  }).map((row) => row.textContent)`);
  t.deepEqual(cut, []);
  await context.close();
});

test.serial("a wide workflow begins at a size that one can read; all of it is one button away", async (t) => {
  const nodes = Array.from({ length: 8 }, (_, at) => ({
    id: `p${at}`,
    type: "prompt",
    x: at * 320,
    y: 0,
    data: { text: `Number ${at}` },
  }));
  const id = await makeWorkflow(person.api, { nodes, edges: [] }, { name: "Wide" });
  const { context, page } = await openAt(`/app/workflows/${id}`, PHONE);
  await page.locator(".react-flow__node").first().waitFor(WAIT);
  const zoom = () =>
    page.evaluate<number>(
      `new DOMMatrix(getComputedStyle(document.querySelector(".react-flow__viewport")).transform).a`,
    );
  await waitUntil(async () => (await zoom()) === 0.5);
  const canvas = await page.locator(".canvas").boundingBox();
  const first = await page.locator(".react-flow__node").first().boundingBox();
  t.true((first?.x ?? 0) >= (canvas?.x ?? 0), "it begins with its first node");
  t.true((await overflowOf(page)) <= 0);
  await page.getByRole("button", { name: "Fit View" }).click(WAIT);
  await waitUntil(async () => (await zoom()) < 0.2);
  await context.close();
});

test.serial("on a phone nothing of a document moves when somebody comes", async (t) => {
  // The title is as wide as the line, so that it breaks where anything else is in the line.
  const title = "Rain over the town";
  const id = await makeArticle(person.api, projectId, { title: { en: title } });
  const path = `/app/content/documents/${id}`;
  const { context, page } = await openAt(path, PHONE);
  await page.getByText("Saved", { exact: true }).first().waitFor(WAIT);
  const before = [await topOf(page, ".document-state"), await topOf(page, ".document-fields")];
  const other = await openAt(path, WIDE);
  await page.locator(".others li").first().waitFor(WAIT);
  t.deepEqual([await topOf(page, ".document-state"), await topOf(page, ".document-fields")], before);
  await other.context.close();
  await context.close();
});

test.serial("choices stand as far below their name as fields do", async (t) => {
  const { context, page } = await openAt("/app/components", WIDE);
  await page.locator(".states .field > legend").waitFor(WAIT);
  const gaps = await page.evaluate<number[]>(`["legend", "label[for=c-text]"].map((name) => {
    const each = document.querySelector(".states .field > " + name);
    const next = each.nextElementSibling.getBoundingClientRect();
    return Math.round(next.top - each.getBoundingClientRect().bottom);
  })`);
  t.deepEqual(gaps, [4, 4]);
  await context.close();
});
