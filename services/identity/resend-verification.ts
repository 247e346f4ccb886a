import { ServiceError } from "../../contracts/errors.js";
import type { ActionContext } from "../../runtime/actions/context.js";
import type { Host } from "../../runtime/process/host.js";
import { issueMailToken } from "./mail-tokens.js";
import { countAskedMail, countMail } from "../../runtime/mail/mail-budget.js";
import { verificationMail } from "./mails.js";
import { transactAndMail } from "./send-mail.js";

/** Earlier mails stay good. Nothing is sent to a confirmed address. */
export async function resendVerification(
  host: Host,
  { auth, meta }: Pick<ActionContext, "auth" | "meta">,
): Promise<{ ok: true }> {
  if (auth.isEmailVerified) return { ok: true };
  const askedMs = await countAskedMail(host, meta.client);
  if (askedMs > 0) throw tooManyMails("were asked for from this network address", askedMs);
  await transactAndMail(host, async (tx) => {
    const waitMs = await countMail(tx, auth.email);
    if (waitMs > 0)
      throw tooManyMails("went to this address within the last hour. Look into your spam folder", waitMs);
    const token = await issueMailToken(tx, auth.accountId, "verify");
    return { made: null, letter: verificationMail(host, auth.email, token) };
  });
  return { ok: true };
}

function tooManyMails(what: string, waitMs: number): ServiceError {
  const retryAfterSeconds = Math.ceil(waitMs / 1000);
  return new ServiceError(
    "rate_limited",
    `Several mails ${what}. Try again in ${retryAfterSeconds} seconds.`,
    { details: { retryAfterSeconds } },
  );
}
