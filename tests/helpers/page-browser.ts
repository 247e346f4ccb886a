import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import axe, { type AxeResults } from "axe-core";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { findChromium } from "../run/find-chromium.js";

export async function openChromium(): Promise<Browser> {
  const found = findChromium();
  if (found === null) throw new Error("There is no Chromium: set KILN_CHROMIUM.");
  return chromium.launch({ executablePath: found, args: ["--no-sandbox", "--disable-gpu"] });
}

export interface Look {
  width: 360 | 390 | 1024 | 1280 | 1440;
  scheme: "light" | "dark";
  isScripted?: boolean;
  /** With a screen that takes fingers. */
  isTouched?: boolean;
}

const HEIGHTS: Readonly<Record<Look["width"], number>> = {
  360: 740,
  390: 844,
  1024: 768,
  1280: 800,
  1440: 900,
};

/** A browser window as a person has it, with what its console complains of. */
export async function openLook(
  browser: Browser,
  { width, scheme, isScripted = true, isTouched = false }: Look,
): Promise<{ context: BrowserContext; page: Page; complaints: string[] }> {
  const context = await browser.newContext({
    viewport: { width, height: HEIGHTS[width] },
    colorScheme: scheme,
    javaScriptEnabled: isScripted,
    hasTouch: isTouched,
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => {
    // Chromium says so of each page that answers 4xx.
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
      complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  return { context, page, complaints };
}

/** What axe-core finds serious or critical, by rule and place. */
export async function seriousFindings(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<AxeResults>('axe.run({ resultTypes: ["violations"] })');
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

/** By how many pixels the page is wider than its window. */
export const overflowOf = (page: Page): Promise<number> =>
  page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");

/** The shifts of what was painted already, as browsers score them; what a person's own click moves is none. */
export const shiftsOf = (page: Page): Promise<number> =>
  page.evaluate(`new Promise((resolve) => {
    let sum = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) sum += entry.value;
    }).observe({ type: "layout-shift", buffered: true });
    requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)));
  })`);

/** Keeps a picture of the page where KILN_SCREENSHOTS names a folder. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  const folder = process.env.KILN_SCREENSHOTS;
  if (!folder) return;
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}
