import { setTimeout as sleep } from "node:timers/promises";

const LEAST_MS = 15;
const MOST_MS = 100;

/**
 * Waits between two looks at what a test waits for, a tenth of the time that the test has waited. A result that comes soon is
 * seen soon. A long wait looks at most ten times a second, since each look takes processor time from the processes that it waits
 * for.
 */
export const pauseBetweenLooks = (began: number): Promise<void> =>
  sleep(Math.min(MOST_MS, Math.max(LEAST_MS, (performance.now() - began) / 10)));
