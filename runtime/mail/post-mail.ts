import { v7 } from "uuid";
import { Mail } from "../../entities/mail.js";
import type { Host } from "../process/host.js";
import type { Tx } from "../database/transaction.js";
import { sealText } from "../secrets/sealed-text.js";

/** A mail to an address, or to an account's address as it is when the mail goes out. */
export interface Letter {
  to: { email: string } | { accountId: string };
  subject: string;
  text: string;
  /** The link that the reader is meant to open. */
  link: string;
}

export const MAIL_QUEUE = "mail.send";
export const MAIL_KEY = "mail";

/** Posts a mail in the caller's transaction and returns its id. A durable task sends it after the commit. */
export async function postMail(host: Pick<Host, "keys" | "tasks">, tx: Tx, letter: Letter): Promise<string> {
  const id = v7();
  const sealed = sealText(host.keys.derive(MAIL_KEY), JSON.stringify(letter));
  await tx.insert(Mail, { id, sealed, createdAt: Date.now() });
  await host.tasks.enqueue(tx, { queue: MAIL_QUEUE, subject: id, payer: "system" });
  return id;
}
