import type { TranslationJob } from "../../entities/translation-job.js";
import type { Host } from "../../runtime/process/host.js";
import { endJob } from "./end-job.js";
import { findJob, findNewestOfProject, findRunningIn } from "./job.repository.js";

/** Ends the run after the document in flight; one that is over stays as it is (rules/translation 11). */
export async function cancelJob(host: Host, job: TranslationJob): Promise<TranslationJob> {
  await host.transact((tx) => endJob(host, tx, job.id, { status: "canceled", errorMessage: null }));
  return (await findJob(host.read, job.id)) ?? job;
}

/** The run in progress, else the newest one; an automatic one counts too, so that its failure is seen (rules/translation 13). */
export const latestJob = async (
  { read }: Pick<Host, "read">,
  projectId: string,
): Promise<TranslationJob | null> =>
  (await findRunningIn(read, projectId)) ?? findNewestOfProject(read, projectId);
