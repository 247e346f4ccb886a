import type { JobState } from "../../contracts/generation.js";
import type { Host } from "../../runtime/process/host.js";
import { findJobs } from "./job.repository.js";

/** Returns the state and results of jobs, for work that waits for them; unknown ids are left out. */
export async function readStates(host: Pick<Host, "read">, ids: readonly string[]): Promise<JobState[]> {
  if (ids.length === 0) return [];
  const jobs = await findJobs(host.read, ids);
  return jobs.map(({ id, kind, status, resultStorageIds, costCredits, errorMessage }) => ({
    id,
    kind,
    status,
    resultStorageIds: resultStorageIds === null ? null : [...resultStorageIds],
    costCredits,
    errorMessage,
  }));
}
