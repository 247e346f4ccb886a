import { findModel } from "../../contracts/catalog.js";
import type { ResultOf } from "../../contracts/contract.js";
import { invalidParams, notFound, ServiceError } from "../../contracts/errors.js";
import type { Model } from "../../contracts/models.js";
import { type ProjectRole, resolvePayer } from "../../contracts/projects.js";
import type { GenerationJob } from "../../entities/generation-job.js";
import type { ActionContext } from "../../runtime/actions/context.js";
import type { Host } from "../../runtime/process/host.js";
import { rolesIn } from "../projects/index.js";
import { findJob } from "./job.repository.js";

export interface JobRequest {
  model: string;
  params: Record<string, unknown>;
  projectId?: string | null | undefined;
  cutId?: string | null | undefined;
}

/** The subject of a request: its payer and whether they can pay, its project, and its model. */
export interface JobSubject extends ResultOf<typeof resolvePayer> {
  model: Model;
}

/**
 * Returns the subject of a request. Throws `not_found` for a foreign project and for an unknown or disabled
 * model.
 */
export async function findSubject(context: ActionContext, request: JobRequest): Promise<JobSubject> {
  if (request.cutId && !request.projectId) throw invalidParams("cutId needs a projectId.");
  const payer = await findPayer(context, request.projectId ?? null);
  const { model } = await context.call(findModel, { id: request.model });
  if (model === null || !model.enabled) throw notFound(`Unknown model "${request.model.slice(0, 100)}".`);
  return { model, ...payer };
}

/** Returns the payer of a request. Outside of any project the caller pays, which needs no further call. */
async function findPayer(
  context: ActionContext,
  projectId: string | null,
): Promise<ResultOf<typeof resolvePayer>> {
  if (projectId !== null) return context.call(resolvePayer, { projectId });
  const { accountId, isSuspended, isEmailVerified, features } = context.auth;
  return { projectId, payerId: accountId, payer: { isSuspended, isEmailVerified, features } };
}

/** Throws `forbidden` where the feature is off for the payer (rules/identity 43). */
export function allowGeneration(_context: ActionContext, _request: JobRequest, { payer }: JobSubject): void {
  if (!payer.features.generation)
    throw new ServiceError("forbidden", "Generation is disabled for this workspace.");
}

/**
 * Refuses work that is billed to a blocked project owner (rules/billing 16). The caller's own standing is
 * checked earlier.
 */
export function refuseBlockedPayer(
  host: Pick<Host, "config">,
  { auth }: ActionContext,
  { payerId, payer }: Pick<JobSubject, "payerId" | "payer">,
): void {
  if (payerId === auth.accountId) return;
  if (payer.isSuspended) throw new ServiceError("owner_account_suspended");
  if (host.config.requireEmailVerification && !payer.isEmailVerified)
    throw new ServiceError("owner_email_unverified");
}

/** A job that the caller can see, and the role in which the caller sees it. */
export interface JobSeen {
  job: GenerationJob;
  as: "submitter" | ProjectRole;
}

/**
 * Returns a job for its submitter and for the members of its project; a job looks unknown to anybody else.
 * Throws `not_found`.
 */
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

/**
 * Throws for an account in whose name other work may not submit: a suspended account, or one with an
 * unconfirmed address.
 */
export function requireStanding({ config }: Pick<Host, "config">, { auth }: ActionContext): void {
  if (auth.isSuspended) throw new ServiceError("account_suspended");
  if (config.requireEmailVerification && !auth.isEmailVerified) throw new ServiceError("email_unverified");
}

/**
 * Allows the submitter to cancel a job, and the project's owner to cancel another member's job
 * (rules/generation 5).
 */
export function allowCancel(_context: ActionContext, _params: unknown, { as }: JobSeen): void {
  if (as === "contributor")
    throw new ServiceError("forbidden", "Only its submitter or the project's owner may cancel a job.");
}
