import type { GenerationListResult } from "../../sdk/generated/types.js";

type Job = GenerationListResult["jobs"][number];

/**
 * Returns the median duration in seconds of the succeeded jobs of a model, waiting time included; null if
 * there is none.
 */
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

/** Formats a duration roughly, with tenths below 10 seconds and a space that does not break. */
export const aboutSeconds = (seconds: number): string =>
  seconds < 10
    ? `${Math.round(seconds * 10) / 10}\u00a0s`
    : seconds < 100
      ? `${Math.round(seconds)}\u00a0s`
      : `${Math.round(seconds / 60)}\u00a0min`;
