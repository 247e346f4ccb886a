import { v5 } from "uuid";
import type { Host } from "../../runtime/process/host.js";
import * as storage from "../storage/index.js";
import { findJob } from "./job.repository.js";
import { isTerminal } from "./present-job.js";

/**
 * Returns the id of a job's result, which follows from the job's id, so that a repeat after a crash writes
 * the same files again.
 */
export const resultId = (jobId: string, index: number): string => v5(`result ${index}`, jobId);

/**
 * Removes the copied results of a job that failed or was canceled; does nothing for any other job. The call
 * may be repeated.
 */
export async function dropResults(host: Pick<Host, "read" | "storage">, jobId: string): Promise<void> {
  const job = await findJob(host.read, jobId);
  if (job === null || !isTerminal(job.status) || job.status === "succeeded") return;
  const written: string[] = [];
  for (;;) {
    const id = resultId(jobId, written.length);
    if ((await host.storage.stat(id)) === null) break;
    written.push(id);
  }
  // The last result is removed first: a repeat lists the results from the first one on, and so finds all that
  // are left.
  for (const id of written.toReversed()) await storage.dropResult(host, id);
}
