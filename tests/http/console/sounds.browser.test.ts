import test from "ava";
import type { Browser, Locator } from "playwright-core";
import sharp from "sharp";
import type { Kiln } from "../../../start.js";
import { type Person, signUp } from "../../helpers/client.js";
import { buildConsole, openSignedIn, press, WAIT } from "../../helpers/console-site.js";
import { type Made, makeResults, toCompare } from "../../helpers/make-results.js";
import { keepPicture, openChromium, overflowOf, seriousFindings } from "../../helpers/page-browser.js";
import { readAll, readNumber } from "../../helpers/read-elements.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { waitUntil } from "../../helpers/wait-until.js";

let kiln: Kiln;
let browser: Browser;
let person: Person;
let music: Made;
let thunder: Made;
test.before(async () => {
  buildConsole();
  kiln = await startKiln({ SIGNUP_CREDITS: "10000" });
  person = await signUp(kiln.url);
  music = await makeResults(person.api, "local-music", {
    kind: "audio",
    prompt: "calm piano [seed=1]",
    durationSeconds: 60,
  });
  thunder = await makeResults(person.api, "local-sfx", {
    kind: "audio",
    prompt: "thunder [seed=1]",
    durationSeconds: 4,
  });
  browser = await openChromium();
});
test.after.always(async () => {
  await browser?.close();
  await kiln?.stop();
});

const openAt = (path: string) => openSignedIn(browser, { baseUrl: kiln.host.baseUrl, path, who: person });

/** Counts the columns of a waveform that are marked above and below its middle, and their different heights. */
async function inkOf(waveform: Locator): Promise<{ marked: number; heights: number }> {
  const { data, info } = await sharp(await waveform.screenshot())
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const heights = Array.from({ length: info.width }, (_, x) => {
    let dark = 0;
    for (let y = 0; y < info.height; y += 1) if ((data[y * info.width + x] ?? 255) < 200) dark += 1;
    return dark;
  });
  return { marked: heights.filter((dark) => dark > 4).length / info.width, heights: new Set(heights).size };
}

test.serial(
  "a sound in results and in the library shows its waveform, which is seen and sought on",
  async (t) => {
    const { context, page, complaints } = await openAt("/app/generate");
    const card = page.locator(".job", { hasText: "calm piano" });
    const waveform = card.locator('.waveform[data-state="known"]');
    await waveform.waitFor(WAIT);
    const ink = await inkOf(waveform);
    t.true(ink.marked > 0.3, `${ink.marked} of the columns are marked`);
    t.true(ink.heights > 8, "bars are of many heights");
    const box = await waveform.boundingBox();
    await page.mouse.click((box?.x ?? 0) + (box?.width ?? 0) * 0.5, (box?.y ?? 0) + 32);
    const time = await readNumber(card.locator("audio"), "currentTime");
    t.true(Math.abs(time - 30) < 1, `${time} s`);
    await keepPicture(page, "sounds-results");
    await page.goto(new URL(`/app/library?file=${music.storageIds[0]}`, kiln.host.baseUrl).href);
    const shown = page.getByRole("dialog").locator('.waveform[data-state="known"]');
    await shown.waitFor(WAIT);
    t.true((await inkOf(shown)).marked > 0.3);
    t.deepEqual(await seriousFindings(page), []);
    await keepPicture(page, "sounds-library");
    t.deepEqual(complaints, []);
    await context.close();
  },
);

test.serial("a sound in the window of the library plays on while its file is read anew", async (t) => {
  const { context, page } = await openAt(`/app/library?file=${music.storageIds[0]}`);
  const dialog = page.getByRole("dialog");
  const addressOf = (of: Locator, name: string) => of.getAttribute(name, WAIT);
  const played = await addressOf(dialog.locator("audio"), "src");
  const download = dialog.getByRole("link", { name: "Download" });
  const before = await addressOf(download, "href");
  t.is(played, before);
  // A later read signs another address once the earlier one is some minutes old.
  await page.route(`**/v1/storage/${music.storageIds[0]}`, async (route) => {
    const response = await route.fetch();
    const { object } = await response.json();
    await route.fulfill({ response, json: { object: { ...object, url: `${object.url}#anew` } } });
  });
  // The page reads again when the person comes back to it.
  await waitUntil(async () => {
    await page.evaluate("dispatchEvent(new Event('visibilitychange'))");
    return (await addressOf(download, "href")) !== before;
  });
  t.is(await addressOf(dialog.locator("audio"), "src"), played);
  await context.close();
});

test.serial("what cannot be drawn has a line in its place, and the page does not jump", async (t) => {
  const { context, page } = await openAt("/app/components");
  // The page's own read of the file is aborted, and the player's read passes.
  await page.route(
    (url) => !url.pathname.startsWith("/v1/"),
    (route) => (route.request().resourceType() === "fetch" ? route.abort() : route.fallback()),
  );
  await page.goto(new URL("/app/generate", kiln.host.baseUrl).href);
  const waveform = page.locator(".job", { hasText: "thunder" }).locator(".waveform");
  const height = (await waveform.boundingBox(WAIT))?.height;
  await page.locator(".job", { hasText: "thunder" }).locator('.waveform[data-state="unknown"]').waitFor(WAIT);
  t.is((await waveform.boundingBox())?.height, height);
  await context.close();
});

test.serial(
  "sounds are compared on one line of time and one scale; all play, one is heard (rules/console 10)",
  async (t) => {
    const { context, page, complaints } = await openAt("/app/generate");
    await page.goto(new URL(toCompare(music, thunder), kiln.host.baseUrl).href);
    const waveforms = page.locator('.waveform[data-state="known"]');
    await waitUntil(async () => (await waveforms.count()) === 2);
    const [long, short] = await Promise.all([0, 1].map((at) => waveforms.nth(at).boundingBox()));
    t.true(Math.abs((short?.width ?? 0) / (long?.width ?? 1) - 4 / 60) < 0.01, "as long as they last");
    const audios = page.locator("audio");
    const muted = () => readAll(audios, "muted");
    await press(page, "Play all");
    await waitUntil(async () => (await readNumber(audios.nth(1), "currentTime")) > 0.3);
    t.deepEqual(await muted(), [false, true]);
    await page.getByRole("group", { name: "Sound of" }).getByText("2", { exact: true }).click();
    t.deepEqual(await muted(), [true, false]);
    await press(page, "Pause all");
    t.true((await overflowOf(page)) <= 0);
    t.deepEqual(await seriousFindings(page), []);
    await keepPicture(page, "compare-sounds");
    t.deepEqual(complaints, []);
    await context.close();
  },
);
