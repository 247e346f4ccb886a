import { In } from "typeorm";
import { GenerationJob } from "../../entities/generation-job.js";
import type { Host } from "../../runtime/host.js";
import { cancelJob } from "./cancel-job.js";

const BATCH = 50;

/**
 * One batch of the jobs of a deleted project: those in flight are canceled, and all lose their project
 * (decisions 9). May be repeated; no new ones come, for their transaction locks a project that stands.
 */
export async function leaveProject(host: Host, projectId: string): Promise<{ isDone: boolean }> {
  const jobs = await host.read.find(GenerationJob, { projectId }, { limit: BATCH });
  for (const job of jobs) await cancelJob(host, job);
  if (jobs.length > 0)
    await host.transact((tx) =>
      tx.update(GenerationJob, { id: In(jobs.map(({ id }) => id)), projectId }, { projectId: null }),
    );
  return { isDone: jobs.length < BATCH };
}
