import type { ResultOf } from "../../contracts/contract.js";
import { type ErrorCode, notFound, ServiceError } from "../../contracts/errors.js";
import { getStanding } from "../../contracts/identity.js";
import { resolvePayer } from "../../contracts/projects.js";
import type { TranslationJob } from "../../entities/translation-job.js";
import { type ActionContext, systemMeta } from "../../runtime/actions/context.js";
import type { Host } from "../../runtime/process/host.js";
import * as projects from "../projects/index.js";
import { findJob } from "./job.repository.js";

/*
 * The policy of the area: every member of a project starts, sees and cancels its translations, and its owner
 * pays for them. The content area decides who sees documents and settings.
 */

/** Returns a project-wide job that the caller sees. Throws `not_found`. */
export async function requireJob(
  host: Pick<Host, "read">,
  { auth }: ActionContext,
  id: string,
): Promise<TranslationJob> {
  const job = await findJob(host.read, id);
  const seen = job === null ? null : await projects.seeProject(host.read, auth.accountId, job.projectId);
  if (job === null || seen === null || job.kind === "document") throw notFound("Unknown translation job.");
  return job;
}

type Standing = Pick<ResultOf<typeof getStanding>, "isSuspended" | "isEmailVerified">;

/** Refusals about the payer, which every further piece of work would meet too. */
export const PAYER_REFUSALS: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "insufficient_credits",
  "owner_insufficient_credits",
  "plan_required",
  "account_suspended",
  "owner_account_suspended",
  "email_unverified",
  "owner_email_unverified",
  // The refusal of a limit of the key or the project.
  "forbidden",
  // The content of the payer's projects leaves no room (rules/content 61).
  "storage_limit",
]);

/**
 * Throws when nothing may be billed to an account because it is suspended or its address is unconfirmed
 * (rules/billing 16).
 */
function requireStanding(
  { config }: Pick<Host, "config">,
  { isSuspended, isEmailVerified }: Standing,
  { isOwn }: { isOwn: boolean },
): void {
  if (isSuspended) throw new ServiceError(isOwn ? "account_suspended" : "owner_account_suspended");
  if (config.requireEmailVerification && !isEmailVerified)
    throw new ServiceError(isOwn ? "email_unverified" : "owner_email_unverified");
}

/**
 * Returns the account that pays for a project's translations. Throws when it may not, as a refusal of the
 * caller or of the owner.
 */
export async function requirePayer(
  host: Pick<Host, "config">,
  context: ActionContext,
  projectId: string,
): Promise<string> {
  const { payerId, payer } = await context.call(resolvePayer, { projectId });
  requireStanding(host, payer, { isOwn: payerId === context.auth.accountId });
  return payerId;
}

/**
 * Checks the payer of a running job as it stands now: an account that was suspended meanwhile pays for
 * nothing more.
 */
export async function requireJobPayer(
  host: Pick<Host, "config" | "call">,
  { id, payerId, startedById }: TranslationJob,
): Promise<void> {
  const standing = await host.call(getStanding, { accountId: payerId }, systemMeta(id));
  requireStanding(host, standing, { isOwn: payerId === startedById });
}
