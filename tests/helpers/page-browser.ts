import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import axe, { type AxeResults } from "axe-core";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { findChromium } from "../run/find-chromium.js";
import { isInRings, ofRings } from "./of-rings.js";

export async function openChromium(): Promise<Browser> {
  const found = findChromium();
  if (found === null) throw new Error("There is no Chromium: set KILN_CHROMIUM.");
  return chromium.launch({ executablePath: found, args: ["--no-sandbox", "--disable-gpu"] });
}

export interface Look {
  width: 360 | 390 | 1024 | 1280 | 1440;
  scheme: "light" | "dark";
  isScripted?: boolean;
  /** Whether the screen takes touches. */
  isTouched?: boolean;
}

/**
 * Looks in which every page is checked. What overflows depends on the width, and what has too little contrast on the scheme: the rings
 * have each width and each scheme once, and a whole run each width in each scheme.
 */
export const LOOKS: readonly Look[] = ofRings<Look>(
  [
    { width: 1280, scheme: "light" },
    { width: 1280, scheme: "dark" },
    { width: 360, scheme: "light" },
    { width: 360, scheme: "dark" },
  ],
  { each: 3 },
);

/**
 * Returns whether a look checks the page at an index. In the rings one look checks each page, and the looks take turns; in a whole run
 * each look checks each page.
 */
export const isSeen = (look: Look, at: number, looks: readonly Look[] = LOOKS): boolean =>
  !isInRings() || looks[at % looks.length] === look;

const HEIGHTS: Readonly<Record<Look["width"], number>> = {
  360: 740,
  390: 844,
  1024: 768,
  1280: 800,
  1440: 900,
};

/** Opens a browser window as a person has it, and collects the errors of its console. */
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
    // Chromium logs this for each page that answers 4xx.
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
      complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  return { context, page, complaints };
}

/** Returns the findings of axe-core that are serious or critical, by rule and element. */
export async function seriousFindings(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<AxeResults>('axe.run({ resultTypes: ["violations"] })');
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

/** Returns by how many pixels the page is wider than its window. */
export const overflowOf = (page: Page): Promise<number> =>
  page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");

/**
 * Returns the layout shift score of browsers for content that was painted already. Shifts after a person's own click do not
 * count.
 */
export const shiftsOf = (page: Page): Promise<number> =>
  page.evaluate(`new Promise((resolve) => {
    let sum = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) sum += entry.value;
    }).observe({ type: "layout-shift", buffered: true });
    requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)));
  })`);

/** Saves a picture of the page where KILN_SCREENSHOTS names a folder. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  const folder = process.env.KILN_SCREENSHOTS;
  if (!folder) return;
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}
