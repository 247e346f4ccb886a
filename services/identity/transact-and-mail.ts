import type { Host } from "../../runtime/process/host.js";
import { postMail, type Letter } from "../../runtime/mail/post-mail.js";
import { whenSent } from "../../runtime/mail/send-mails.js";
import type { Tx } from "../../runtime/database/transaction.js";

/** Milliseconds that an answer waits for a mail that is written to a file. */
const FILE_MS = 400;

/**
 * Runs a transaction and posts the mail that it returns, if any; returns `made`. Without a mail server the
 * answer waits for the mail's file, so that the reader of the answer finds it. With a mail server it does not
 * wait: callers must not feel whether the server is up.
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
