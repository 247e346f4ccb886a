import { getStanding } from "../../contracts/identity.js";
import type { ResultOf } from "../../contracts/contract.js";
import { type ErrorCode, ServiceError } from "../../contracts/errors.js";
import type { TranslationJob } from "../../entities/translation-job.js";
import { systemMeta } from "../../runtime/actions/context.js";
import type { Host } from "../../runtime/process/host.js";

type Standing = Pick<ResultOf<typeof getStanding>, "isSuspended" | "isEmailVerified">;

/** Refusals that are about who pays: every further piece of work would meet them too. */
export const PAYER_REFUSALS: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "insufficient_credits",
  "owner_insufficient_credits",
  "plan_required",
  "account_suspended",
  "owner_account_suspended",
  "email_unverified",
  "owner_email_unverified",
  // a limit of the key or the project
  "forbidden",
]);

/** Throws when nothing may be billed to an account: a suspended one, or one with an unconfirmed address (rules/billing 16). */
export function requireStanding(
  { config }: Pick<Host, "config">,
  { isSuspended, isEmailVerified }: Standing,
  { isOwn }: { isOwn: boolean },
): void {
  if (isSuspended) throw new ServiceError(isOwn ? "account_suspended" : "owner_account_suspended");
  if (config.requireEmailVerification && !isEmailVerified)
    throw new ServiceError(isOwn ? "email_unverified" : "owner_email_unverified");
}

/** The same for a job that runs, as its payer stands now: who was suspended meanwhile pays for nothing more. */
export async function requireJobPayer(
  host: Host,
  { id, payerId, startedById }: TranslationJob,
): Promise<void> {
  const standing = await host.call(getStanding, { accountId: payerId }, systemMeta(id));
  requireStanding(host, standing, { isOwn: payerId === startedById });
}
