import type { JobState } from "../../contracts/generation.js";
import type { Host } from "../../runtime/process/host.js";
import { findJobStates } from "./job.repository.js";

/** Returns the state and results of jobs, for work that waits for them; unknown ids are left out. */
export const readStates = async (host: Pick<Host, "read">, ids: readonly string[]): Promise<JobState[]> =>
  ids.length === 0 ? [] : findJobStates(host.read, ids);
