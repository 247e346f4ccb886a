import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import type { KilnProcess } from "./spawn-kiln.js";

/** Value of `point` for a process that dies at a random time and not at a fault point. */
const MOMENT = "any moment";
const MOMENT_MS = 150;
/** Time after which a process is killed whose fault point was never reached. */
const PATIENCE_MS = 3000;

/** Way in which a process dies. */
export interface Death {
  /** Fault point, or MOMENT. */
  point: string;
  /** Count of the time at the fault point at which the process dies. */
  times: number;
}

/** Draws a death at one of these fault points or at a random time, which is as likely as three of the points together. */
export const drawDeath = (points: readonly string[], seed: number): Death => {
  const drawn = fc.record({
    point: fc.constantFrom(...points, MOMENT, MOMENT, MOMENT),
    times: fc.integer({ min: 1, max: 6 }),
  });
  const [death = { point: MOMENT, times: 1 }] = fc.sample(drawn, { seed, numRuns: 1 });
  return death;
};

/** Returns the environment of a process that is to die so. */
export const doom = ({ point, times }: Death): Record<string, string> =>
  point === MOMENT ? {} : { KILN_FAULT: `${point}=kill@${times}` };

/** Waits until the process has died, or kills it. */
export async function untilDead(kiln: KilnProcess, { point, times }: Death): Promise<void> {
  await Promise.race([kiln.ended, sleep(point === MOMENT ? times * MOMENT_MS : PATIENCE_MS)]);
  await kiln.end();
}
