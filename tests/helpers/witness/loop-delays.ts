/** Counts of `kiln_event_loop_delay_seconds` by the upper bound of their bucket, not cumulative. */
export type LoopDelays = ReadonlyMap<number, number>;

const LINE = /^kiln_event_loop_delay_seconds_bucket\{[^}]*le="([^"]+)"[^}]*\} (\d+)$/gm;

/** Reads the event loop delays of a process from its metrics. */
export async function readLoopDelays(url: string): Promise<LoopDelays> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const delays = new Map<number, number>();
  let below = 0;
  for (const [, bound, count] of text.matchAll(LINE)) {
    delays.set(bound === "+Inf" ? Infinity : Number(bound), Number(count) - below);
    below = Number(count);
  }
  if (delays.size === 0) throw new Error("The process tells nothing of its event loop.");
  return delays;
}

/** Returns the least bucket bound that is at least `seconds`. */
export const boundFrom = (seconds: number): number =>
  [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30].find((bound) => bound >= seconds) ?? Infinity;

/**
 * Returns the bucket bounds, in seconds, below which the 99th percentile and the maximum of the delays between two readings lie.
 */
export function delaysBetween(before: LoopDelays, after: LoopDelays): { p99: number; max: number } {
  const counts = [...after].map(([bound, count]) => ({ bound, count: count - (before.get(bound) ?? 0) }));
  const all = counts.reduce((sum, { count }) => sum + count, 0);
  let seen = 0;
  let p99 = Infinity;
  for (const { bound, count } of counts) {
    seen += count;
    if (seen < all * 0.99) continue;
    p99 = bound;
    break;
  }
  return { p99, max: counts.findLast(({ count }) => count > 0)?.bound ?? 0 };
}
