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
