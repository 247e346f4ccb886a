import { join } from "node:path";
import type { BrowserContext, Page } from "playwright-core";
import { WAIT } from "../../tests/helpers/console-site.js";
import type { Figure } from "../figure.js";
import { percentile } from "../load/percentile.js";
import { serveBarePage, shapeOf } from "./bare-page.js";
import { untilPictured } from "./observe.js";
import { type LongFrame, type Scrolled, scrollThrough } from "./scroll.js";

const FRAMES = 600;

interface Given {
  name: string;
  /** Pictures of the bare page beside the list. Empty where the list has none. */
  pictures: readonly Buffer[];
}

/**
 * Scrolls a long list, and a bare page that shows as much: the time of the bare page is the machine's, and the rest is the
 * list's. With KILN_BENCH_TRACE, a folder, the trace of Chromium is stored there; DevTools shows it under Performance.
 */
export async function scrolling(
  { context, page }: { context: BrowserContext; page: Page },
  { name, pictures }: Given,
): Promise<Figure[]> {
  await page.locator("main [aria-posinset]").first().waitFor(WAIT);
  const shape = await shapeOf(page);
  const list = await traced(page, name, () => scrollThrough(page, FRAMES));
  const pictured = pictures.length > 0 ? await untilPictured(page) : null;
  const bare = await serveBarePage(shape, pictures);
  const control = await context.newPage();
  await control.goto(bare.url);
  await control.waitForLoadState("networkidle");
  const floor = await traced(control, `${name}, bare`, () => scrollThrough(control, FRAMES));
  await context.close();
  await bare.close();
  return [
    { ...longestGap(`Longest frame, ${name}`, list), target: { below: 50 } },
    longestGap("The same, bare page of as many in view", floor),
    longestOfMainThread(`Main thread's longest frame, ${name}`, list),
    longestOfMainThread("The same, bare page", floor),
    ...(pictured === null
      ? []
      : [{ name: "Pictures in view after scrolling", value: pictured, unit: "ms", note: "all decoded" }]),
  ];
}

async function traced<Answer>(page: Page, name: string, work: () => Promise<Answer>): Promise<Answer> {
  const folder = process.env.KILN_BENCH_TRACE;
  const browser = page.context().browser();
  if (!folder || browser === null) return work();
  await browser.startTracing(page, { path: join(folder, `${name.replaceAll(/\W+/g, "-")}.json`) });
  const answer = await work();
  await browser.stopTracing();
  return answer;
}

function longestGap(name: string, { gaps }: Scrolled): Figure {
  const sorted = gaps.toSorted((a, b) => a - b);
  const over = sorted.filter((gap) => gap > 50).length;
  return {
    name,
    value: sorted.at(-1) ?? 0,
    unit: "ms",
    note: `the longest of ${sorted.length} frames; p99 ${percentile(sorted, 0.99).toFixed(1)}, ${over} over 50`,
  };
}

function longestOfMainThread(name: string, { long }: Scrolled): Figure {
  const [longest] = long.toSorted((one, other) => other.duration - one.duration);
  return {
    name,
    value: longest?.duration ?? 0,
    unit: "ms",
    note: longest === undefined ? "none over 50" : `${long.length} over 50; ${told(longest)}`,
  };
}

const ms = (value: number): string => value.toFixed(0);

const told = ({ blocked, styleAndLayout, scripts }: LongFrame): string =>
  [
    `${ms(blocked)} blocked`,
    `${ms(styleAndLayout)} style, layout and paint`,
    ...scripts.map(
      ({ invoker, source, duration, forced }) =>
        `${ms(duration)} ${invoker} (${source}${forced > 0 ? `, ${ms(forced)} forced layout` : ""})`,
    ),
  ].join(", ");
