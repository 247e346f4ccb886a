import type { Page } from "playwright-core";

/** Milliseconds from the navigation to the largest contentful paint, as far as the page came. */
export const largestPaintOf = (page: Page): Promise<number> =>
  page.evaluate(`new Promise((resolve) => {
    new PerformanceObserver((list) => resolve(list.getEntries().at(-1).startTime))
      .observe({ type: "largest-contentful-paint", buffered: true });
  })`);

/** Keeps what every interaction of a window takes to its next paint, on every page that it goes to. */
export async function observeInteractions(page: Page): Promise<void> {
  await page.addInitScript(`
    globalThis.kilnInteractions = {};
    new PerformanceObserver((list) => {
      for (const { interactionId, duration } of list.getEntries())
        if (interactionId) kilnInteractions[interactionId] = Math.max(kilnInteractions[interactionId] ?? 0, duration);
    }).observe({ type: "event", durationThreshold: 16, buffered: true });
  `);
}

/** Those that took 16 ms and more; browsers tell of no others. In steps of 8 ms. */
export const interactionsOf = (page: Page): Promise<number[]> =>
  page.evaluate("Object.values(globalThis.kilnInteractions ?? {})");

/** How many milliseconds it takes from now until each tile in view shows its picture, decoded. */
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
