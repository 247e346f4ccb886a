import type { Auth } from "../../contracts/auth.js";
import { ServiceError } from "../../contracts/errors.js";
import type { Host } from "../../runtime/process/host.js";
import { issueMailToken } from "./mail-tokens.js";
import { countMail } from "../../runtime/mail/mail-budget.js";
import { verificationMail } from "./mails.js";
import { transactAndMail } from "./transact-and-mail.js";

/** Sends the confirming mail again; earlier mails stay valid. A confirmed address gets no mail. */
export async function resendVerification(host: Host, auth: Auth): Promise<{ ok: true }> {
  if (auth.isEmailVerified) return { ok: true };
  await transactAndMail(host, async (tx) => {
    const waitMs = await countMail(tx, auth.email);
    if (waitMs > 0) throw tooManyMails(Math.ceil(waitMs / 1000));
    const token = await issueMailToken(tx, auth.accountId, "verify");
    return { made: null, letter: verificationMail(host, auth.email, token) };
  });
  return { ok: true };
}

const tooManyMails = (retryAfterSeconds: number): ServiceError =>
  new ServiceError(
    "rate_limited",
    `Several mails went to this address within the last hour. Look into your spam folder, or try again in ${retryAfterSeconds} seconds.`,
    { details: { retryAfterSeconds } },
  );
