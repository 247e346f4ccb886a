import type { ProjectRole } from "../../contracts/projects.js";
import { notFound, ServiceError } from "../../contracts/errors.js";
import type { GenerationJob } from "../../entities/generation-job.js";
import type { ActionContext } from "../../runtime/actions/context.js";
import type { Host } from "../../runtime/process/host.js";
import { rolesIn } from "../projects/index.js";
import { findJob } from "./job.repository.js";

/** A job that the caller can see, and what makes them see it. */
export interface JobSeen {
  job: GenerationJob;
  as: "submitter" | ProjectRole;
}

/** Jobs are readable by their submitter and the members of their project; others read as unknown. Throws `not_found`. */
export async function requireJob(
  host: Pick<Host, "read">,
  context: ActionContext,
  id: string,
): Promise<JobSeen> {
  const { accountId } = context.auth;
  const job = await findJob(host.read, id);
  if (job?.accountId === accountId) return { job, as: "submitter" };
  const { projectId = null } = job ?? {};
  const role =
    projectId === null ? undefined : (await rolesIn(host.read, accountId, [projectId])).get(projectId);
  if (!job || role === undefined) throw notFound("Unknown generation job.");
  return { job, as: role };
}

/** Throws for an account in whose name other work may not submit: a suspended one, or one with an unconfirmed address. */
export function requireStanding({ config }: Pick<Host, "config">, { auth }: ActionContext): void {
  if (auth.isSuspended) throw new ServiceError("account_suspended");
  if (config.requireEmailVerification && !auth.isEmailVerified) throw new ServiceError("email_unverified");
}

/** The submitter cancels, and the project's owner another member's job (rules/generation 5). */
export function allowCancel(_context: ActionContext, _params: unknown, { as }: JobSeen): void {
  if (as === "contributor")
    throw new ServiceError("forbidden", "Only its submitter or the project's owner may cancel a job.");
}
