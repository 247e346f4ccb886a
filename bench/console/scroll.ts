import type { Page } from "playwright-core";

/** A frame of the main thread that took more than 50 ms, as Chromium tells of it (`long-animation-frame`). Times in ms. */
export interface LongFrame {
  duration: number;
  /** How much of it a click would have waited, beyond 50 ms. */
  blocked: number;
  /** From its style and layout to its end. */
  styleAndLayout: number;
  /** The scripts that ran in it for 5 ms and more: who called them, where they lie, and what they forced of layout. */
  scripts: { invoker: string; source: string; duration: number; forced: number }[];
}

export interface Scrolled {
  /** Between each two calls of requestAnimationFrame: work of the main thread, and waiting for all that paints. */
  gaps: number[];
  long: LongFrame[];
}

/** How many milliseconds each frame took while the page scrolled through its whole length, and back. */
export const scrollThrough = (page: Page, frames: number): Promise<Scrolled> =>
  page.evaluate(`new Promise((resolve) => {
    const gaps = [];
    const began = performance.now();
    const most = document.documentElement.scrollHeight - innerHeight;
    let before = null;
    const step = (now) => {
      if (before !== null) gaps.push(now - before);
      before = now;
      if (gaps.length >= ${frames}) return end();
      // A wheel that is turned fast, with a jump now and then as a dragged bar makes it.
      if (gaps.length % 60 === 59) scrollTo(0, Math.random() * most);
      else scrollBy(0, gaps.length < ${frames} / 2 ? 240 : -240);
      requestAnimationFrame(step);
    };
    const end = () => {
      // Chromium keeps them, 200 at most: nobody hears of them while the page scrolls, and the last one is told of once it is over.
      new PerformanceObserver((list, observer) => {
        observer.disconnect();
        resolve({ gaps, long: list.getEntries().filter(({ startTime }) => startTime >= began).map(told) });
      }).observe({ type: "long-animation-frame", buffered: true });
      setTimeout(() => resolve({ gaps, long: [] }), 2000);
    };
    const told = ({ startTime, duration, blockingDuration, styleAndLayoutStart, scripts }) => ({
      duration,
      blocked: blockingDuration,
      styleAndLayout: styleAndLayoutStart > 0 ? startTime + duration - styleAndLayoutStart : 0,
      scripts: scripts.map((script) => ({
        invoker: script.invoker,
        source: script.sourceURL.split("/").at(-1) + ":" + script.sourceCharPosition + " " + script.sourceFunctionName,
        duration: script.duration,
        forced: script.forcedStyleAndLayoutDuration,
      })),
    });
    requestAnimationFrame(step);
  })`);
