import { ServiceError } from "../../contracts/errors.js";
import { normalizeEmail } from "../../contracts/identity.js";
import { nameAct } from "../../runtime/actions/audit/act.js";
import type { ActionContext } from "../../runtime/actions/context.js";
import type { Host } from "../../runtime/process/host.js";
import { findByEmail } from "./account.repository.js";
import { issueMailToken } from "./mail-tokens.js";
import { countAskedMail, countMail } from "../../runtime/mail/mail-budget.js";
import { resetMail } from "./mails.js";
import { transactAndMail } from "./transact-and-mail.js";

/**
 * Milliseconds that an answer takes at least, enough for the work for a known address, so that known and
 * unknown addresses take the same time.
 */
const TAKES_MS = 500;

/**
 * Mails a reset link to a known address; the answer does not tell whether it is known. Throws `rate_limited`
 * for a client that has asked too often (rules/identity 53).
 */
export async function requestPasswordReset(
  host: Host,
  { meta }: Pick<ActionContext, "meta">,
  email: string,
): Promise<{ ok: true }> {
  const [sent] = await Promise.allSettled([
    mailTo(host, meta.client, normalizeEmail(email)),
    new Promise((resolve) => setTimeout(resolve, TAKES_MS)),
  ]);
  if (sent.status === "rejected") throw sent.reason;
  return { ok: true };
}

async function mailTo(host: Host, client: string, email: string): Promise<void> {
  const waitMs = await countAskedMail(host, client);
  if (waitMs > 0) throw askedTooOften(waitMs);
  const account = await findByEmail(host.read, email);
  if (account === null) return;
  await transactAndMail(host, async (tx) => {
    if ((await countMail(tx, account.email)) > 0) return { made: null, letter: null };
    nameAct({ resourceId: account.id, ownerId: account.id });
    const token = await issueMailToken(tx, account.id, "reset");
    return { made: null, letter: resetMail(host, account.email, token) };
  });
}

function askedTooOften(waitMs: number): ServiceError {
  const retryAfterSeconds = Math.ceil(waitMs / 1000);
  return new ServiceError(
    "rate_limited",
    `This network address has asked for too many resets. Try again in ${retryAfterSeconds} seconds.`,
    { details: { retryAfterSeconds } },
  );
}
