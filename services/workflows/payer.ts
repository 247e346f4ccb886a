import type { ResultOf } from "../../contracts/contract.js";
import { ServiceError } from "../../contracts/errors.js";
import { resolvePayer } from "../../contracts/projects.js";
import type { ActionContext } from "../../runtime/actions/context.js";
import type { Host } from "../../runtime/process/host.js";

/**
 * Who pays for work in a project as the caller. Throws `not_found` for strangers, and when nothing may be billed to the
 * payer: a suspended account, or one with an unconfirmed address (rules/billing 16).
 */
export async function requirePayer(
  { config }: Pick<Host, "config">,
  context: ActionContext,
  projectId: string | null,
): Promise<ResultOf<typeof resolvePayer>> {
  const resolved = await context.call(resolvePayer, { projectId });
  const isOwn = resolved.payerId === context.auth.accountId;
  const { isSuspended, isEmailVerified } = resolved.payer;
  if (isSuspended) throw new ServiceError(isOwn ? "account_suspended" : "owner_account_suspended");
  if (config.requireEmailVerification && !isEmailVerified)
    throw new ServiceError(isOwn ? "email_unverified" : "owner_email_unverified");
  return resolved;
}
