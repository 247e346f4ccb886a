import { Histogram, type Registry } from "prom-client";

/** The milliseconds between two looks at the event loop. */
const EVERY_MS = 20;
/** The most samples of one delay. */
const MOST_SAMPLES = 1500;

/**
 * Returns the seconds that callers would have waited who came every 20 ms while the event loop was held up. A
 * second without a turn is not one slow moment among a thousand: all that happened in it was slow.
 */
export function delaysOf(lateMs: number): number[] {
  const count = Math.min(MOST_SAMPLES, 1 + Math.floor(lateMs / EVERY_MS));
  return Array.from({ length: count }, (_, at) => (lateMs - at * EVERY_MS) / 1000);
}

/** Observes `kiln_event_loop_delay_seconds` until the returned function is called. */
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
