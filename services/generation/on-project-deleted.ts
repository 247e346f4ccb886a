import type { Host } from "../../runtime/process/host.js";
import { cancelJob } from "./cancel-job.js";
import { findJobs, findJobsOfProject, leaveProject } from "./job.repository.js";
import { isTerminal } from "./present-job.js";

const BATCH = 50;

/**
 * One batch of the jobs of a deleted project: those in flight are canceled, and all lose their project
 * (rules/projects 13 and 14). May be repeated; no new ones come, for their transaction locks a project that stands.
 */
export async function onProjectDeleted(host: Host, projectId: string): Promise<{ isDone: boolean }> {
  const rows = await findJobsOfProject(host.read, { projectId, limit: BATCH });
  const live = rows.filter(({ status }) => !isTerminal(status)).map(({ id }) => id);
  const jobs = live.length === 0 ? [] : await findJobs(host.read, live);
  for (const job of jobs) await cancelJob(host, job);
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0) await host.transact((tx) => leaveProject(tx, { ids, projectId }));
  return { isDone: rows.length < BATCH };
}
