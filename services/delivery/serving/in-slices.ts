import { setImmediate } from "node:timers/promises";

const SLICE_MS = 5;

/** The time at which the slice of this turn of the event loop ends; null before the slice has begun. */
let end: number | null = null;
let next: Promise<void> | null = null;

/** Returns the promise of the next turn, shared by all who wait for it; they continue in their order. */
const nextTurn = (): Promise<void> =>
  (next ??= setImmediate().then(() => {
    next = null;
    end = null;
  }));

/**
 * Runs steps to their end in slices, so that no work holds the event loop for longer than one slice. All work
 * that runs at the same time takes turns; otherwise the slices of each would follow one another in the same
 * turn.
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
    // Late work waits behind the work that waits for its turn already.
    if (!isLate) await Promise.resolve();
    await nextTurn();
  }
}
