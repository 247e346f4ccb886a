import { Histogram, type Registry } from "prom-client";

/** How often the event loop is looked at. */
const EVERY_MS = 20;
/** No more samples come of one delay. */
const MOST_SAMPLES = 1500;

/**
 * What callers would have waited who came every 20 ms while the event loop was held up, in seconds: a second without a turn
 * is not one slow moment among a thousand, but all that happened in it was slow.
 */
export function delaysOf(lateMs: number): number[] {
  const count = Math.min(MOST_SAMPLES, 1 + Math.floor(lateMs / EVERY_MS));
  return Array.from({ length: count }, (_, at) => (lateMs - at * EVERY_MS) / 1000);
}

/** Keeps `kiln_event_loop_delay_seconds`, until the function that it gives is called. */
export function watchLoopDelay(registry: Registry): () => void {
  const delays = new Histogram({
    name: "kiln_event_loop_delay_seconds",
    help: "How late the event loop came to what was due, as callers who come every 20 ms would see it.",
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [registry],
  });
  let due = performance.now() + EVERY_MS;
  const look = (): void => {
    const now = performance.now();
    for (const delay of delaysOf(Math.max(0, now - due))) delays.observe(delay);
    due = now + EVERY_MS;
  };
  const timer = setInterval(look, EVERY_MS).unref();
  return () => clearInterval(timer);
}
