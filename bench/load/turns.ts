import { median } from "./percentile.js";
import { latencyOf, type Run, type Stream } from "./stream.js";

/** Runs each work in turn, so that other work of the machine affects all. The first one of a turn changes. */
export async function inTurns(turns: number, works: readonly (() => Promise<Run>)[]): Promise<Run[][]> {
  const runs: Run[][] = works.map(() => []);
  for (let turn = 0; turn < turns; turn++) {
    for (let next = 0; next < works.length; next++) {
      const at = (turn + next) % works.length;
      const run = await works[at]?.();
      if (run !== undefined) runs[at]?.push(run);
    }
  }
  return runs;
}

export const perSecond = (runs: readonly Run[]): number => median(runs.map((run) => run.perSecond));

/** Returns the median of the turns' ratios. */
export const ratio = (subject: readonly Run[], baseline: readonly Run[]): number =>
  median(subject.map((run, at) => run.perSecond / (baseline[at]?.perSecond ?? Number.NaN)));

export function say(runs: readonly Run[]): string {
  const { p50, p99 } = latencyOf(runs);
  return `${Math.round(perSecond(runs))}/s, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`;
}

/** Runs `work` with streams that are closed afterwards. */
export async function withStreams<T>(
  opening: readonly Promise<Stream>[],
  work: (streams: readonly Stream[]) => Promise<T>,
): Promise<T> {
  const streams = await Promise.all(opening);
  try {
    return await work(streams);
  } finally {
    for (const stream of streams) stream.close();
  }
}
