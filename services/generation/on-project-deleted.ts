import type { Host } from "../../runtime/process/host.js";
import { cancelJob } from "./cancel-job.js";
import { clearProject, findJobs, findJobsOfProject } from "./job.repository.js";
import { isTerminal } from "./present-job.js";

const BATCH = 50;

/**
 * Handles one batch of the jobs of a deleted project: live jobs are canceled, and all jobs lose their project
 * (rules/projects 13 and 14). The call may be repeated. No new jobs come, because their transaction locks a
 * project that is not deleted.
 */
export async function onProjectDeleted(host: Host, projectId: string): Promise<{ isDone: boolean }> {
  const rows = await findJobsOfProject(host.read, { projectId, limit: BATCH });
  const live = rows.filter(({ status }) => !isTerminal(status)).map(({ id }) => id);
  const jobs = live.length === 0 ? [] : await findJobs(host.read, live);
  for (const job of jobs) await cancelJob(host, job);
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0) await host.transact((tx) => clearProject(tx, { ids, projectId }));
  return { isDone: rows.length < BATCH };
}
