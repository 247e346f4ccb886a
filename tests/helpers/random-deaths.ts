import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import type { KilnProcess } from "./spawn-kiln.js";

/** Instead of a step: the process dies at a moment that has nothing to do with what it does. */
const MOMENT = "any moment";
const MOMENT_MS = 150;
/** A step that is not come to kills nothing: then the process dies after this long. */
const PATIENCE_MS = 3000;

/** How a process dies. */
export interface Death {
  /** The step, or any moment. */
  point: string;
  /** The n-th time that it comes there. */
  times: number;
}

/** A death at one of these steps, or, as often as at three of them, at any moment. */
export const drawDeath = (points: readonly string[], seed: number): Death => {
  const drawn = fc.record({
    point: fc.constantFrom(...points, MOMENT, MOMENT, MOMENT),
    times: fc.integer({ min: 1, max: 6 }),
  });
  const [death = { point: MOMENT, times: 1 }] = fc.sample(drawn, { seed, numRuns: 1 });
  return death;
};

/** What a process is started with that is to die so. */
export const doom = ({ point, times }: Death): Record<string, string> =>
  point === MOMENT ? {} : { KILN_FAULT: `${point}=kill@${times}` };

/** Waits for the death of a process, or kills it. */
export async function untilDead(kiln: KilnProcess, { point, times }: Death): Promise<void> {
  await Promise.race([kiln.ended, sleep(point === MOMENT ? times * MOMENT_MS : PATIENCE_MS)]);
  await kiln.end();
}
