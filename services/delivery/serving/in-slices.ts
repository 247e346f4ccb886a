import { setImmediate } from "node:timers/promises";

const SLICE_MS = 5;

/** Runs steps to their end, and lets others go on in between: nothing holds the event loop for longer than a slice. */
export async function inSlices<T>(steps: Generator<void, T>): Promise<T> {
  for (;;) {
    const end = performance.now() + SLICE_MS;
    do {
      const step = steps.next();
      if (step.done === true) return step.value;
    } while (performance.now() < end);
    await setImmediate();
  }
}
