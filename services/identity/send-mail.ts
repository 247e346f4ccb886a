import type { Host } from "../../runtime/process/host.js";
import { postMail, type Letter } from "../../runtime/mail/post-mail.js";
import { whenSent } from "../../runtime/mail/send-mails.js";
import type { Tx } from "../../runtime/database/transaction.js";

/** How long an answer waits for a mail that is only a file. */
const FILE_MS = 400;

/**
 * Runs a transaction that posts a mail, if it gives one, with what it makes. Without a mail server the answer waits for the file, so
 * that who reads the answer finds it; with one nothing is waited for: whether it is up must not be felt.
 */
export async function transactAndMail<T>(
  host: Host,
  work: (tx: Tx) => Promise<{ made: T; letter: Letter | null }>,
): Promise<T> {
  const { made, mailId } = await host.transact(async (tx) => {
    const { made: thing, letter } = await work(tx);
    return { made: thing, mailId: letter === null ? null : await postMail(host, tx, letter) };
  });
  if (mailId !== null && host.config.smtpUrl === null) await whenSent(mailId, FILE_MS);
  return made;
}
