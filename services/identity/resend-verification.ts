import type { Auth } from "../../contracts/auth.js";
import { ServiceError } from "../../contracts/errors.js";
import type { Host } from "../../runtime/host.js";
import { hasManyMails, issueMailToken } from "./mail-tokens.js";
import { verificationMail } from "./mails.js";
import { transactAndMail } from "./send-mail.js";

/** Earlier mails stay good. Nothing is sent to a confirmed address. */
export async function resendVerification(host: Host, auth: Auth): Promise<{ ok: true }> {
  if (auth.isEmailVerified) return { ok: true };
  if (await hasManyMails(host.read, auth.accountId, "verify"))
    throw new ServiceError("rate_limited", "Several mails are on their way. Look into your spam folder.", {
      details: { retryAfterSeconds: 3600 },
    });
  await transactAndMail(host, async (tx) => {
    const token = await issueMailToken(tx, auth.accountId, "verify");
    return { made: null, letter: verificationMail(host, auth.email, token) };
  });
  return { ok: true };
}
