import type { Page } from "playwright-core";

/** Returns the milliseconds from the navigation to the largest contentful paint so far. */
export const largestPaintOf = (page: Page): Promise<number> =>
  page.evaluate(`new Promise((resolve) => {
    new PerformanceObserver((list) => resolve(list.getEntries().at(-1).startTime))
      .observe({ type: "largest-contentful-paint", buffered: true });
  })`);

/** Records the time from every interaction to its next paint, on every page that the window opens. */
export async function observeInteractions(page: Page): Promise<void> {
  await page.addInitScript(`
    globalThis.kilnInteractions = {};
    new PerformanceObserver((list) => {
      for (const { interactionId, duration } of list.getEntries())
        if (interactionId) kilnInteractions[interactionId] = Math.max(kilnInteractions[interactionId] ?? 0, duration);
    }).observe({ type: "event", durationThreshold: 16, buffered: true });
  `);
}

/** Returns the interactions of 16 ms and more, in steps of 8 ms. Browsers report no others. */
export const interactionsOf = (page: Page): Promise<number[]> =>
  page.evaluate("Object.values(globalThis.kilnInteractions ?? {})");

/** Returns the milliseconds from now until each tile in view shows its decoded picture. */
export const untilPictured = (page: Page): Promise<number> =>
  page.evaluate(`(async () => {
    const began = performance.now();
    while (performance.now() - began < 20_000) {
      const tiles = [...document.querySelectorAll("main [aria-posinset]")].filter((tile) => {
        const { top, bottom } = tile.getBoundingClientRect();
        return bottom > 0 && top < innerHeight;
      });
      const pictures = tiles.map((tile) => tile.querySelector("img"));
      if (pictures.length > 0 && pictures.every((picture) => picture?.complete)) {
        await Promise.all(pictures.map((picture) => picture.decode()));
        return performance.now() - began;
      }
      await new Promise((wait) => setTimeout(wait, 10));
    }
    throw new Error("The pictures of the tiles in view did not come.");
  })()`);
