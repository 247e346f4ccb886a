import { resolveProject } from "../../contracts/projects.js";
import { invalidParams } from "../../contracts/errors.js";
import type { GenerationJob } from "../../entities/generation-job.js";
import type { ActionContext } from "../../runtime/actions/context.js";
import type { Host } from "../../runtime/process/host.js";
import { findJobsPage } from "./job.repository.js";

export interface JobQuery {
  limit: number;
  offset: number;
  projectId?: string | undefined;
  cutId?: string | undefined;
}

/** Returns the caller's jobs, or those of all members of a project, newest first; `total` counts all. */
export async function listJobs(
  host: Pick<Host, "longRead">,
  context: ActionContext,
  query: JobQuery,
): Promise<{ jobs: GenerationJob[]; total: number }> {
  if (query.cutId !== undefined && query.projectId === undefined)
    throw invalidParams("cutId filters only together with projectId.");
  const { limit, offset } = query;
  return findJobsPage(host.longRead, { ...(await filterOf(context, query)), limit, offset });
}

async function filterOf(
  context: ActionContext,
  query: JobQuery,
): Promise<{ accountId?: string; projectId?: string; cutId?: string }> {
  const { accountId } = context.auth;
  if (query.projectId === undefined) return { accountId };
  const { projectId } = await context.call(resolveProject, { projectId: query.projectId });
  const cut = query.cutId === undefined ? {} : { cutId: query.cutId };
  // A request that names the caller's own default project equals one that names none (rules/projects 1).
  return projectId === null ? { accountId, ...cut } : { projectId, ...cut };
}
