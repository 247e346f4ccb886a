import test from "ava";
import type { Browser, Page } from "playwright-core";
import type { Kiln } from "../../../start.js";
import { type Person, signUp } from "../../helpers/client.js";
import { buildConsole, openSignedIn, press, WAIT } from "../../helpers/console-site.js";
import { makeResults } from "../../helpers/make-results.js";
import {
  keepPicture,
  type Look,
  openChromium,
  overflowOf,
  seriousFindings,
} from "../../helpers/page-browser.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { waitUntil } from "../../helpers/wait-until.js";

let kiln: Kiln;
let browser: Browser;
let person: Person;
test.before(async () => {
  buildConsole();
  kiln = await startKiln({ SIGNUP_CREDITS: "10000" });
  browser = await openChromium();
});
test.beforeEach(async () => {
  person = await signUp(kiln.url);
});
test.after.always(async () => {
  await browser?.close();
  await kiln?.stop();
});

const openForm = (look: Look = { width: 1280, scheme: "light" }) =>
  openSignedIn(browser, { baseUrl: kiln.host.baseUrl, path: "/app/generate", look, who: person });
const prompt = (page: Page) => page.getByLabel("Prompt", { exact: true });
const jobs = async () => (await person.api.get("/v1/generations")).body.jobs;
const make = (model: string, more: object = {}) =>
  makeResults(person.api, model, {
    kind: "image",
    prompt: "A kiln [seed=7]",
    aspectRatio: "16:9",
    numImages: 1,
    ...more,
  });
const choose = (page: Page, group: string, option: string) =>
  page.getByRole("group", { name: group }).getByText(option, { exact: true }).click(WAIT);

test.serial(
  "the form is filled with what a result was made of, says what so many cost, and makes them with other seeds (rules/console 11)",
  async (t) => {
    const { storageIds } = await make("mock-image");
    const { context, page, complaints } = await openForm();
    await prompt(page).fill("Something that I had begun");
    await press(page, /^Vary: /);
    await page.locator(".prompt:focus").waitFor(WAIT);
    t.is(await prompt(page).inputValue(), "A kiln [seed=7]");
    t.is(await page.getByLabel("16:9").isChecked(), true);
    await page.getByText("Costs 16 credits").waitFor(WAIT);
    // Nothing is begun before the cost of eight is known.
    const { promise: priced, resolve: price } = Promise.withResolvers<void>();
    await page.route("**/v1/estimates", async (route) => {
      await priced;
      return route.fallback();
    });
    await choose(page, "How many", "8");
    await page.getByText("Getting the price …").waitFor(WAIT);
    await prompt(page).press("Control+Enter");
    price();
    await page.getByText("Costs 32 credits").waitFor(WAIT);
    t.is((await jobs()).length, 1);
    t.deepEqual(await seriousFindings(page), []);
    await keepPicture(page, "vary");
    await press(page, "Make 8 variants");
    await waitUntil(async () => (await jobs()).length === 3);
    const [one, other] = await jobs();
    t.is(one.params.numImages + other.params.numImages, 8);
    const seeds = [one, other].map(({ params }) => /\[seed=(\d+)\]/.exec(params.prompt)?.[1]);
    t.true(seeds.every((seed) => seed !== undefined && seed !== "7"));
    t.is(new Set(seeds).size, 2);
    t.is(one.params.referenceStorageIds, undefined);
    // With “Prompt and picture” the next pictures are made from the picture itself.
    await choose(page, "Made from", "Prompt and picture");
    await choose(page, "How many", "1");
    await page.getByText("Costs 4 credits").waitFor(WAIT);
    await press(page, "Make 1 variant");
    await waitUntil(async () => (await jobs()).length === 4);
    t.deepEqual((await jobs())[0].params.referenceStorageIds, storageIds);
    await press(page, "Cancel variants");
    t.is(await prompt(page).inputValue(), "Something that I had begun");
    await page.getByRole("button", { name: "Generate", exact: true }).waitFor(WAIT);
    t.deepEqual(complaints, []);
    await context.close();
  },
);

test.serial(
  "a refusal in the middle keeps what was begun, and the form asks for the rest; a lost answer is asked for once more under its key (rules/console 11)",
  async (t) => {
    await make("mock-image-text");
    const { context, page } = await openForm();
    await press(page, /^Vary: /);
    await choose(page, "How many", "4");
    await page.getByText("Costs 8 credits").waitFor(WAIT);
    let sent = 0;
    let isAway = false;
    let holdAt = Infinity;
    await page.route("**/v1/generations", async (route) => {
      if (route.request().method() !== "POST") return route.fallback();
      sent += 1;
      if (sent === 2)
        return route.fulfill({
          status: 403,
          json: { error: { code: "forbidden", message: "The budget is used up.", requestID: "r" } },
        });
      if (sent === holdAt) return;
      if (!isAway) return route.fallback();
      // The job is begun, and the answer is lost.
      await route.fetch();
      return route.abort();
    });
    await press(page, "Make 4 variants");
    await page.getByText("The budget is used up.").waitFor(WAIT);
    await page.getByText("Costs 6 credits").waitFor(WAIT);
    isAway = true;
    await press(page, "Make 3 variants");
    await page.getByText(/^The service was not reached/).waitFor(WAIT);
    t.is((await jobs()).length, 3, "one was begun before, one now");
    isAway = false;
    // Of what was begun before the page was loaded again nothing is begun once more.
    await page.reload();
    holdAt = sent + 3;
    await press(page, "Make 3 variants");
    await waitUntil(async () => sent === holdAt);
    t.is((await jobs()).length, 4);
    await page.reload();
    await press(page, "Make 1 variant");
    await waitUntil(async () => (await jobs()).length >= 5);
    await waitUntil(async () => (await page.getByText("Starting …").count()) === 0);
    t.is((await jobs()).length, 5);
    await context.close();
  },
);

test.serial(
  "a price that is not told begins nothing, and is asked for again; what is begun while one leaves is not begun once more (rules/console 11)",
  async (t) => {
    await make("mock-image-text");
    const { context, page } = await openForm();
    let isRefused = true;
    await page.route("**/v1/estimates", (route) =>
      isRefused
        ? route.fulfill({
            status: 400,
            json: { error: { code: "bad_request", message: "No price now.", requestID: "r" } },
          })
        : route.fallback(),
    );
    await press(page, /^Vary: /);
    await choose(page, "How many", "4");
    await page.getByText("No price now.").waitFor(WAIT);
    await prompt(page).press("Control+Enter");
    await page.waitForTimeout(300);
    t.is((await jobs()).length, 1);
    isRefused = false;
    await press(page, "Try again");
    await page.getByText("Costs 8 credits").waitFor(WAIT);
    // The second of four is held until the form is left, and then refused.
    const { promise: left, resolve: leave } = Promise.withResolvers<void>();
    let sent = 0;
    await page.route("**/v1/generations", async (route) => {
      if (route.request().method() !== "POST") return route.fallback();
      sent += 1;
      if (sent === 1) return route.fallback();
      await left;
      return route.fulfill({
        status: 403,
        json: { error: { code: "forbidden", message: "The budget is used up.", requestID: "r" } },
      });
    });
    await press(page, "Make 4 variants");
    await waitUntil(() => sent === 2);
    await page.getByRole("link", { name: "Library", exact: true }).first().click(WAIT);
    await page.getByRole("heading", { name: "Library", level: 1 }).waitFor(WAIT);
    leave();
    await waitUntil(async () =>
      /"count":3/.test(await page.evaluate("sessionStorage.getItem('kiln-generate')")),
    );
    await page.getByRole("link", { name: "Generate", exact: true }).first().click(WAIT);
    await page.getByRole("button", { name: "Make 3 variants" }).waitFor(WAIT);
    t.is((await jobs()).length, 2);
    await context.close();
  },
);

test.serial(
  "nothing is begun before its price stands there, also with no variants (rules/console 11)",
  async (t) => {
    const { context, page, complaints } = await openForm();
    await page.goto(new URL("/app/generate?model=mock-image", kiln.host.baseUrl).href);
    await prompt(page).fill("A kiln");
    await page.getByText("Costs 4 credits").waitFor(WAIT);
    const { promise: priced, resolve: price } = Promise.withResolvers<void>();
    await page.route("**/v1/estimates", async (route) => {
      await priced;
      return route.fallback();
    });
    await choose(page, "Number of pictures", "4");
    await prompt(page).press("Control+Enter");
    await page.getByText("Getting the price …").waitFor(WAIT);
    await prompt(page).press("Control+Enter");
    price();
    await page.getByText("Costs 16 credits").waitFor(WAIT);
    t.is((await jobs()).length, 0);
    await prompt(page).press("Control+Enter");
    await waitUntil(async () => (await jobs()).length === 1);
    t.deepEqual(complaints, []);
    await context.close();
  },
);

test.serial("what is only done to a file has no variants; the same again comes back by Undo", async (t) => {
  const { storageIds } = await make("mock-image");
  await makeResults(person.api, "mock-upscale", {
    kind: "upscale",
    sourceStorageId: storageIds[0],
    durationSeconds: 1,
  });
  const { context, page, complaints } = await openForm();
  const upscaled = page.locator(".job", { hasText: "Mock upscale" });
  await upscaled.getByRole("link", { name: "Before / after" }).waitFor(WAIT);
  t.is(await upscaled.getByRole("button", { name: "Vary" }).count(), 0);
  await prompt(page).fill("Something that I had begun");
  const kiln = page.locator(".job", { hasText: "A kiln" });
  await kiln.locator("summary").click();
  await kiln.getByRole("button", { name: "Reuse settings" }).click();
  t.is(await prompt(page).inputValue(), "A kiln [seed=7]");
  await press(page, "Undo");
  t.is(await prompt(page).inputValue(), "Something that I had begun");
  await upscaled.getByRole("link", { name: "Before / after" }).click();
  await page.getByRole("slider", { name: "Divider between 1 and 2" }).waitFor(WAIT);
  await keepPicture(page, "compare-before-and-after");
  t.deepEqual(complaints, []);
  await context.close();
});

for (const look of [
  { width: 360, scheme: "light" },
  { width: 390, scheme: "dark" },
] as const)
  test.serial(
    `variants at ${look.width} px, ${look.scheme}: by the keyboard, nothing overflows`,
    async (t) => {
      await make("mock-image");
      const { context, page, complaints } = await openForm(look);
      await page.getByRole("button", { name: "Vary" }).focus(WAIT);
      await page.keyboard.press("Enter");
      await page.locator(".prompt:focus").waitFor(WAIT);
      await page.getByRole("region", { name: "Variants" }).scrollIntoViewIfNeeded(WAIT);
      await page.getByText("Costs 16 credits").waitFor(WAIT);
      t.true((await overflowOf(page)) <= 0);
      t.deepEqual(await seriousFindings(page), []);
      await keepPicture(page, `vary-${look.width}-${look.scheme}`);
      await page.keyboard.press("Control+Enter");
      await waitUntil(async () => (await jobs()).length === 2);
      t.deepEqual(complaints, []);
      await context.close();
    },
  );
