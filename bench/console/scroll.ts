import type { Page } from "playwright-core";

/** Frame of the main thread that took more than 50 ms, as Chromium reports it (`long-animation-frame`). Times are in ms. */
export interface LongFrame {
  duration: number;
  /** Time beyond 50 ms that a click would have waited. */
  blocked: number;
  /** Time from the begin of style and layout to the end of the frame. */
  styleAndLayout: number;
  /** Scripts that ran in the frame for 5 ms and more: their invoker, their source, and the layout time that they forced. */
  scripts: { invoker: string; source: string; duration: number; forced: number }[];
}

export interface Scrolled {
  /** Times between each two calls of requestAnimationFrame: work of the main thread, and waiting for everything that paints. */
  gaps: number[];
  long: LongFrame[];
}

/** Scrolls through the whole page and back, and returns the milliseconds of each frame. */
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
