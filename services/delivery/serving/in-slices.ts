import { setImmediate } from "node:timers/promises";

const SLICE_MS = 5;

/** When this turn of the event loop has had its slice; null before anybody has begun one. */
let end: number | null = null;
let next: Promise<void> | null = null;

/** The next turn, for all who wait for it: they go on in their order. */
const nextTurn = (): Promise<void> =>
  (next ??= setImmediate().then(() => {
    next = null;
    end = null;
  }));

/**
 * Runs steps to their end, and lets others go on in between: nothing holds the event loop for longer than a slice. All
 * who run at the same time take turns, for their slices would else come one after the other in the same turn.
 */
export async function inSlices<T>(steps: Generator<void, T>): Promise<T> {
  for (;;) {
    if (end === null) {
      end = performance.now() + SLICE_MS;
      void nextTurn();
    }
    const isLate = performance.now() >= end;
    while (performance.now() < end) {
      const step = steps.next();
      if (step.done === true) return step.value;
    }
    // behind those who wait for their turn already
    if (!isLate) await Promise.resolve();
    await nextTurn();
  }
}
