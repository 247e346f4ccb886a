import { notFound } from "../../contracts/errors.js";
import { GenerationJob } from "../../entities/generation-job.js";
import type { ActionContext } from "../../runtime/context.js";
import type { Host } from "../../runtime/host.js";

/** A job that the caller can see: its submitter's. Others read as unknown. */
export async function findJob(host: Host, context: ActionContext, id: string): Promise<GenerationJob> {
  const job = await host.read.findOne(GenerationJob, { id });
  if (job === null || job.accountId !== context.auth.accountId) throw notFound("Unknown generation job.");
  return job;
}
