import { v5 } from "uuid";
import type { Host } from "../../runtime/process/host.js";
import * as storage from "../storage/index.js";
import { findJob } from "./job.repository.js";
import { isTerminal } from "./present-job.js";

/** The ids of a job's results follow from its own, so that a repeat after a crash writes the same files again. */
export const resultId = (jobId: string, index: number): string => v5(`result ${index}`, jobId);

/** Removes what was copied for a job that failed or was canceled; of any other nothing. May be repeated. */
export async function dropResults(host: Host, jobId: string): Promise<void> {
  const job = await findJob(host.read, jobId);
  if (job === null || !isTerminal(job.status) || job.status === "succeeded") return;
  const written: string[] = [];
  for (;;) {
    const id = resultId(jobId, written.length);
    if ((await host.storage.stat(id)) === null) break;
    written.push(id);
  }
  // The last one first: a repeat finds what is left from the first one on.
  for (const id of written.toReversed()) await storage.dropResult(host, id);
}
