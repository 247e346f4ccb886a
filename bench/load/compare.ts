import { performance } from "node:perf_hooks";
import type { Load } from "./load.js";
import { median } from "./percentile.js";

const WARM_UP_MS = 1200;
const ROUND_MS = 500;
const ROUNDS = 9;

export interface Comparison {
  /** Median of the rounds' ratios of subject to baseline. */
  ratio: number;
  subjectPerSecond: number;
  baselinePerSecond: number;
  /** Busy share of the process that makes the load. Near 1 that process was measured, and not a server. */
  generatorBusy: number;
}

/**
 * Measures two servers in turns: other work of the machine affects both, and the median of the turns' ratios removes the rest.
 */
export async function compare(subject: Load, baseline: Load): Promise<Comparison> {
  await subject.run(WARM_UP_MS);
  await baseline.run(WARM_UP_MS);
  const rounds: { subject: number; baseline: number }[] = [];
  const before = performance.eventLoopUtilization();
  for (let round = 0; round < ROUNDS; round += 1) {
    // The order alternates, so that a drift of the machine favours neither server.
    if (round % 2 === 0) {
      const first = await subject.run(ROUND_MS);
      rounds.push({ subject: first, baseline: await baseline.run(ROUND_MS) });
    } else {
      const first = await baseline.run(ROUND_MS);
      rounds.push({ baseline: first, subject: await subject.run(ROUND_MS) });
    }
  }
  return {
    ratio: median(rounds.map((round) => round.subject / round.baseline)),
    subjectPerSecond: median(rounds.map((round) => round.subject)),
    baselinePerSecond: median(rounds.map((round) => round.baseline)),
    generatorBusy: performance.eventLoopUtilization(before).utilization,
  };
}
