import test from "ava";
import type { Browser, Page } from "playwright-core";
import type { Kiln } from "../../../start.js";
import { type Person, signUp } from "../../helpers/client.js";
import { buildConsole, openSignedIn, press, WAIT } from "../../helpers/console-site.js";
import { noteRenders, rendersOf } from "../../helpers/count-renders.js";
import { type Made, makeResults, toCompare } from "../../helpers/make-results.js";
import {
  keepPicture,
  type Look,
  isSeen,
  openChromium,
  overflowOf,
  seriousFindings,
} from "../../helpers/page-browser.js";
import { readAll, readNumber } from "../../helpers/read-elements.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { waitUntil } from "../../helpers/wait-until.js";

const WIDE: Look = { width: 1280, scheme: "light" };
let kiln: Kiln;
let browser: Browser;
let person: Person;
let wide: Made;
let high: Made;
let films: Made[];
test.before(async () => {
  buildConsole();
  kiln = await startKiln({ SIGNUP_CREDITS: "10000" });
  person = await signUp(kiln.url);
  const picture = (prompt: string, aspectRatio: string) =>
    makeResults(person.api, "mock-image", { kind: "image", prompt, aspectRatio, numImages: 1 });
  wide = await picture("A harbour at dawn", "16:9");
  high = await picture("A harbour at night", "9:16");
  films = await Promise.all(
    [5, 8].map((duration) =>
      makeResults(person.api, "mock-video", {
        kind: "video",
        prompt: "Waves",
        duration,
        aspectRatio: "16:9",
      }),
    ),
  );
  browser = await openChromium();
});
test.after.always(async () => {
  await browser?.close();
  await kiln?.stop();
});

async function openAt(path: string, look: Look = WIDE) {
  const opened = await openSignedIn(browser, {
    baseUrl: kiln.host.baseUrl,
    path: "/app/generate",
    look,
    who: person,
  });
  if (path !== "/app/generate") await opened.page.goto(new URL(path, kiln.host.baseUrl).href);
  return opened;
}
const shots = (page: Page) => page.locator(".shot");
const transformsOf = (page: Page) => readAll(shots(page), "style.transform");
/** Returns the components that were rendered more than a few times, that is with each frame or move. */
async function drawnOften(page: Page): Promise<string[]> {
  const drawn = await rendersOf(page);
  return [...new Set(drawn)].filter((one) => drawn.filter((other) => other === one).length > 5);
}
const whole = (page: Page) =>
  waitUntil(async () => (await page.locator("main [aria-busy=true], main .skeleton").count()) === 0);

test.serial(
  "two results are chosen in the list and compared at one size, enlarged and moved together (rules/console 10)",
  async (t) => {
    const { context, page, complaints } = await openAt("/app/generate");
    const pictures = page.locator(".job", { hasText: "A harbour" });
    await pictures.nth(0).getByRole("button", { name: "Compare" }).click(WAIT);
    const tray = page.getByRole("region", { name: "To compare" });
    await tray.getByText("Choose another one to compare.").waitFor(WAIT);
    // A film is not compared with a picture: the earlier choice is replaced, and Undo brings it back.
    await page.locator(".job", { hasText: "Waves" }).first().getByRole("button", { name: "Compare" }).click();
    await page.getByText(/^A film is only compared with other films/).waitFor(WAIT);
    await press(page, "Undo");
    await pictures.nth(1).getByRole("button", { name: "Compare" }).click();
    await keepPicture(page, "generate-tray");
    await tray.getByRole("link", { name: "Compare" }).click(WAIT);
    await page.waitForURL(/\/app\/generate\/compare\?of=/, WAIT);
    await whole(page);
    const [one, other] = await Promise.all([0, 1].map((at) => page.locator(".frame").nth(at).boundingBox()));
    t.is(one?.width, other?.width);
    t.is(one?.height, other?.height);
    await press(page, "Zoom in");
    await page.getByRole("group", { name: /^Comparison/ }).focus();
    await page.keyboard.press("+");
    await page.keyboard.press("ArrowRight");
    await page.getByText("225 %").waitFor(WAIT);
    const [first, second] = await transformsOf(page);
    t.is(first, second);
    t.regex(String(first), /scale\(2\.25\)/);
    await page.mouse.move((one?.x ?? 0) + 200, (one?.y ?? 0) + 100);
    await page.mouse.down();
    await page.mouse.move((one?.x ?? 0) + 260, (one?.y ?? 0) + 140, { steps: 4 });
    await page.mouse.up();
    const [moved, alike] = await transformsOf(page);
    t.not(moved, first);
    t.is(moved, alike);
    await press(page, "Fit");
    t.true((await transformsOf(page)).every((each) => /scale\(1\)/.test(String(each))));
    t.deepEqual(await seriousFindings(page), []);
    await keepPicture(page, "compare-pictures");
    t.deepEqual(complaints, []);
    await context.close();
  },
);

test.serial(
  "what differs in what they were made of is named, and what is the same is one line (rules/console 10)",
  async (t) => {
    const { context, page, complaints } = await openAt(toCompare(wide, high));
    const table = page.getByRole("table");
    const row = (name: string) => table.getByRole("row", { name: new RegExp(`^${name}`) });
    await row("Prompt").waitFor(WAIT);
    t.is(await row("Prompt").locator("del").innerText(), "dawn");
    t.is(await row("Prompt").locator("ins").innerText(), "night");
    t.deepEqual(await row("Aspect ratio").getByRole("cell").allInnerTexts(), ["16:9", "9:16"]);
    t.is(await row("Model").count(), 0);
    await page.getByText(/^Same in all: .*Model/).waitFor(WAIT);
    // Results of one job differ by chance alone.
    const many = await makeResults(person.api, "mock-image", {
      kind: "image",
      prompt: "A quay",
      aspectRatio: "1:1",
      numImages: 3,
    });
    await page.goto(new URL("/app/generate", kiln.host.baseUrl).href);
    await page.locator(".job", { hasText: "A quay" }).first().locator("summary").click(WAIT);
    await page.getByRole("link", { name: "Compare all 3" }).first().click(WAIT);
    await page.getByText("All have the same settings: they differ by chance.").waitFor(WAIT);
    t.is(await page.locator(".frame").count(), many.storageIds.length);
    await press(page, "Remove 3");
    await waitUntil(async () => (await page.locator(".frame").count()) === 2);
    t.deepEqual(complaints, []);
    await context.close();
  },
);

test.serial(
  "under the slider one lies over the other; the line is dragged or moved by the arrows",
  async (t) => {
    const { context, page, complaints } = await openAt(toCompare(wide, high));
    await page.getByText("Slider", { exact: true }).click(WAIT);
    const line = page.getByRole("slider", { name: "Divider between 1 and 2" });
    await line.focus(WAIT);
    await page.keyboard.press("ArrowRight");
    t.is(await line.getAttribute("aria-valuenow"), "52");
    t.deepEqual(await readAll(page.locator(".over"), "style.clipPath"), ["inset(0px 0px 0px 52%)"]);
    const frame = await page.locator(".frame").boundingBox();
    if (frame === null) throw new Error("There is a frame.");
    await page.mouse.move(frame.x + frame.width * 0.52, frame.y + 40);
    await page.mouse.down();
    await page.mouse.move(frame.x + frame.width * 0.25, frame.y + 60, { steps: 5 });
    await page.mouse.up();
    t.is(await line.getAttribute("aria-valuenow"), "25");
    t.deepEqual(await seriousFindings(page), []);
    await keepPicture(page, "compare-slider");
    // The address holds the setting, for people who receive it.
    await page.reload();
    await line.waitFor(WAIT);
    t.deepEqual(complaints, []);
    await context.close();
  },
);

test.serial(
  "films play together: one button, one line of time, and one of them is heard (rules/console 10)",
  async (t) => {
    const { context, page, complaints } = await openAt(toCompare(...films));
    const videos = page.locator("video");
    await page.getByText(/\/ 0:08\.0$/).waitFor(WAIT);
    await press(page, "Play all");
    await waitUntil(async () => (await readNumber(videos.nth(0), "currentTime")) > 0.5);
    const [one, other] = await readAll(videos, "currentTime");
    t.true(
      Math.abs(Number(one) - Number(other)) < 0.5,
      `${String(one)} and ${String(other)} are the same time`,
    );
    await press(page, "Pause all");
    t.deepEqual(await readAll(videos, "paused"), [true, true]);
    await page.getByRole("slider", { name: "Time" }).fill("6");
    // The shorter video stands at its end.
    await waitUntil(async () => (await readNumber(videos.nth(1), "currentTime")) === 6);
    t.is(await readNumber(videos.nth(0), "currentTime"), 5);
    const muted = () => readAll(videos, "muted");
    t.deepEqual(await muted(), [false, true]);
    await page.getByRole("group", { name: "Sound of" }).getByText("2", { exact: true }).click();
    t.deepEqual(await muted(), [true, false]);
    t.deepEqual(await seriousFindings(page), []);
    await keepPicture(page, "compare-films");
    t.deepEqual(complaints, []);
    await context.close();
  },
);

test.serial(
  "while films play only the line of time is drawn anew, and while the line of the slider is moved only that (rules/console 10)",
  async (t) => {
    const { context, page } = await openAt(toCompare(...films));
    await noteRenders(context);
    await page.reload();
    await page.getByText(/\/ 0:08\.0$/).waitFor(WAIT);
    await whole(page);
    await press(page, "Play all");
    await page.getByRole("button", { name: "Pause all" }).waitFor(WAIT);
    await rendersOf(page);
    const video = page.locator("video").nth(1);
    const from = await readNumber(video, "currentTime");
    await waitUntil(async () => (await readNumber(video, "currentTime")) > from + 1);
    t.deepEqual(await drawnOften(page), ["input"]);
    await page.goto(new URL(`${toCompare(wide, high)}&as=slider`, kiln.host.baseUrl).href);
    const line = page.getByRole("slider", { name: "Divider between 1 and 2" });
    await line.focus(WAIT);
    await whole(page);
    await rendersOf(page);
    for (let at = 0; at < 8; at++) await page.keyboard.press("ArrowRight");
    t.is(await line.getAttribute("aria-valuenow"), "66");
    t.false((await drawnOften(page)).some((one) => /caption|shot|stage|tools|differs/.test(one)));
    await context.close();
  },
);

const PHONES: readonly Look[] = [
  { width: 360, scheme: "light" },
  { width: 390, scheme: "dark" },
];

for (const look of PHONES)
  test.serial(
    `a comparison at ${look.width} px, ${look.scheme}: nothing overflows, axe finds nothing`,
    async (t) => {
      const { context, page, complaints } = await openAt(toCompare(wide, high), look);
      await page.getByRole("table").waitFor(WAIT);
      const pages = [
        toCompare(wide, high),
        `${toCompare(wide, high)}&as=slider`,
        toCompare(...films),
        toCompare(wide, high, { jobId: wide.jobId, storageIds: ["00000000-0000-4000-8000-000000000000"] }),
        "/app/generate/compare",
      ];
      for (const path of pages.filter((_, at) => isSeen(look, at, PHONES))) {
        await page.goto(new URL(path, kiln.host.baseUrl).href);
        await page.getByRole("heading", { level: 1, name: "Compare" }).waitFor(WAIT);
        await whole(page);
        t.true((await overflowOf(page)) <= 0, path);
        t.deepEqual(await seriousFindings(page), [], path);
      }
      if (page.url().endsWith("/compare")) await page.getByText("Choose at least two results").waitFor(WAIT);
      t.deepEqual(complaints, []);
      await context.close();
    },
  );
