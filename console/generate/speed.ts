import type { GenerationListResult } from "../../sdk/generated/types.js";

type Job = GenerationListResult["jobs"][number];

/** How long the last jobs of a model took from their beginning to their end, in the middle; null where none is known. */
export function speedOf(
  jobs: readonly Pick<Job, "model" | "status" | "createdAt" | "completedAt">[],
  model: string,
): number | null {
  const seconds = jobs
    .filter((job) => job.model === model && job.status === "succeeded" && job.completedAt !== null)
    .map(({ createdAt, completedAt }) => (Date.parse(completedAt ?? "") - Date.parse(createdAt)) / 1000)
    .sort((one, other) => one - other);
  return seconds[Math.floor(seconds.length / 2)] ?? null;
}

/** Roughly: parts of a second only where there are few, and never broken into two lines. */
export const aboutSeconds = (seconds: number): string =>
  seconds < 10
    ? `${Math.round(seconds * 10) / 10}\u00a0s`
    : seconds < 100
      ? `${Math.round(seconds)}\u00a0s`
      : `${Math.round(seconds / 60)}\u00a0min`;
