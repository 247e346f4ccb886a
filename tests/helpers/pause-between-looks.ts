import { setTimeout as sleep } from "node:timers/promises";

const LEAST_MS = 15;
const MOST_MS = 100;

/**
 * Between two looks at what a test waits for: a tenth of what it has waited. What comes soon is seen soon; who waits for long looks ten
 * times a second, since each look takes the processors of those whom it waits for.
 */
export const pauseBetweenLooks = (began: number): Promise<void> =>
  sleep(Math.min(MOST_MS, Math.max(LEAST_MS, (performance.now() - began) / 10)));
