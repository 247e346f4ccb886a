import type { TranslationJob } from "../../entities/translation-job.js";
import type { Host } from "../../runtime/process/host.js";
import { endJob } from "./end-job.js";
import { findJob, findNewestOfProject, findRunningIn, findJobs } from "./job.repository.js";

/** Ends a run after the document in flight; a run that is over stays as it is (rules/translation 11). */
export async function cancelJob(
  host: Pick<Host, "read" | "transact" | "signals">,
  job: TranslationJob,
): Promise<TranslationJob> {
  await host.transact((tx) => endJob(host, tx, job.id, { status: "canceled", errorMessage: null }));
  return (await findJob(host.read, job.id)) ?? job;
}

/**
 * Returns the run in progress, or else the newest one; automatic runs count too, so that their failure is
 * seen (rules/translation 13).
 */
export const latestJob = async (
  { read }: Pick<Host, "read">,
  projectId: string,
): Promise<TranslationJob | null> =>
  (await findRunningIn(read, projectId)) ?? findNewestOfProject(read, projectId);

/** Cancels the running ones among some jobs; returns their number. May be repeated. */
export async function cancelMany(
  host: Pick<Host, "read" | "transact" | "signals">,
  ids: readonly string[],
): Promise<number> {
  if (ids.length === 0) return 0;
  const live = await findJobs(host.read, { ids, status: "running" });
  for (const job of live) await cancelJob(host, job);
  return live.length;
}
