import { execFileSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";
import { PACKAGE_ROOT } from "../../runtime/process/package-root.js";
import { openSignedIn, WAIT } from "../../tests/helpers/console-site.js";
import type { Look } from "../../tests/helpers/page-browser.js";
import { findBinary } from "../../tests/run/find-binary.js";
import { interactionsOf, largestPaintOf, observeInteractions } from "../console/observe.js";
import { thumbnailsOf } from "../console/place-thumbnails.js";
import { scrolling } from "../console/scrolling.js";
import { DOCUMENTS, FILES, seed } from "../console/seed.js";
import type { Figure } from "../figure.js";
import { percentile } from "../load/percentile.js";
import type { Part } from "../part.js";
import { startMeasured } from "../processes/kiln-process.js";

const LOOK: Look = { width: 1280, scheme: "light" };
const PAGES = ["/", "/app/generate", "/app/library", "/app/workflows", "/app/content", "/app/account"];

interface Site {
  browser: Browser;
  url: string;
  who: { email: string; password: string };
}

const openAt = ({ browser, url, who }: Site, path: string) =>
  openSignedIn(browser, { baseUrl: url, path, look: LOOK, who });

/** Opens each page by its address with nothing in the browser's cache. */
async function paints(site: Site): Promise<Figure[]> {
  const { context, page } = await openAt(site, "/");
  const session = await context.newCDPSession(page);
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  const figures: Figure[] = [];
  for (const path of PAGES) {
    await page.goto(new URL(path, site.url).href);
    await page.locator("h1").waitFor({ state: "attached", ...WAIT });
    await page.waitForLoadState("networkidle").catch(() => undefined);
    figures.push({
      name: `Largest contentful paint, ${path}`,
      value: await largestPaintOf(page),
      unit: "ms",
      target: { below: 1500 },
    });
  }
  await context.close();
  return figures;
}

/** Does the work of a person who makes a picture, and looks through the library, the documents and the costs. */
async function work(page: Page): Promise<void> {
  const to = async (name: string) => {
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: /^Find a page/ }).waitFor(WAIT);
    await page.keyboard.type(name, { delay: 30 });
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name, level: 1 }).waitFor(WAIT);
  };
  await to("Generate");
  await page.getByLabel("Prompt", { exact: true }).click(WAIT);
  await page.keyboard.type("A harbour at dawn, with boats", { delay: 30 });
  await page.getByText(/^Costs \d/).waitFor(WAIT);
  await page.getByRole("button", { name: "Generate", exact: true }).click(WAIT);
  await to("Library");
  const tiles = page.getByRole("list", { name: "Files" }).getByRole("button");
  await tiles.first().click(WAIT);
  await page.getByRole("dialog").waitFor(WAIT);
  await page.keyboard.press("Escape");
  for (let at = 0; at < 12; at++) await page.keyboard.press("ArrowRight");
  await to("Content");
  await page.getByLabel("Type", { exact: true }).selectOption("article");
  await page.getByLabel("Search titles").click(WAIT);
  await page.keyboard.type("number 99", { delay: 30 });
  // A row of the list before the search would be gone in the middle of the click.
  const found = page.getByRole("list", { name: "Documents" }).getByRole("link", { name: /number 99/i });
  await found.first().click(WAIT);
  await page.getByLabel("title, English").click(WAIT);
  await page.keyboard.type(" of many letters that somebody types", { delay: 30 });
  await to("Usage");
  for (const name of ["Person", "90 days", "Kind of work"])
    await page.getByText(name, { exact: true }).click(WAIT);
}

async function interactions(site: Site): Promise<Figure> {
  const { context, page } = await openAt(site, "/");
  await observeInteractions(page);
  await page.reload();
  await page.getByRole("heading", { level: 1 }).waitFor(WAIT);
  await work(page);
  const found = (await interactionsOf(page)).toSorted((a, b) => a - b);
  await context.close();
  return {
    name: "Interaction to next paint, p75",
    value: found.length === 0 ? 0 : percentile(found, 0.75),
    unit: "ms",
    target: { below: 100 },
    note: `of ${found.length} that took 16 ms and more; the longest ${found.at(-1) ?? 0}`,
  };
}

/** Measures the console in Chromium, on a process of its own with a large library and a long list of documents. */
export const pages: Part = {
  name: "console",
  async run(leaveOut) {
    const found = process.env.KILN_CHROMIUM ?? findBinary("chromium", "chromium-browser", "google-chrome");
    if (found === null) {
      leaveOut("console", "there is no Chromium: set KILN_CHROMIUM");
      return [];
    }
    execFileSync(process.execPath, [join(PACKAGE_ROOT, "console/build.mjs"), "--strict"], {
      stdio: "inherit",
    });
    const dataDir = await mkdtemp(join(tmpdir(), "kiln-bench-"));
    try {
      const who = await seed(dataDir);
      const kiln = await startMeasured(dataDir, {});
      const browser = await chromium.launch({ executablePath: found, args: ["--no-sandbox"] });
      try {
        // The page is opened by the name in the addresses of its files, because pages show none of another origin.
        const site = { browser, url: kiln.url.replace("127.0.0.1", "localhost"), who };
        return [
          ...(await paints(site)),
          await interactions(site),
          ...(await scrolling(await openAt(site, "/app/library"), {
            name: `library of ${FILES} files`,
            pictures: await thumbnailsOf(dataDir),
          })),
          ...(await scrolling(await openAt(site, "/app/content"), {
            name: `list of ${DOCUMENTS} documents`,
            pictures: [],
          })),
        ];
      } finally {
        await browser.close();
        await kiln.stop();
      }
    } finally {
      await rm(dataDir, { recursive: true, force: true });
    }
  },
};
