import { getProfiles } from "../../contracts/identity.js";
import { Mail } from "../../entities/mail.js";
import { MailError, type Mailer } from "../../plugins/kit/mailer.js";
import { systemMeta } from "../actions/context.js";
import type { Host } from "../process/host.js";
import type { ClaimedTask, TaskHandler } from "../../engines/durable-queue/index.js";
import { MAIL_KEY, MAIL_QUEUE, type Letter } from "./post-mail.js";
import { openText } from "../secrets/sealed-text.js";

/** The time after which a mail is given up. Links in mails are valid for three days at most. */
const KEPT_MS = 3 * 24 * 3600 * 1000;

/**
 * Sends posted mails. An outage of the mail server delays them, by the queue's backoff of five minutes at most, and loses
 * none. Delivery is at least once: when a process dies between handing a mail over and recording it, the mail is sent again
 * under the same Message-ID.
 */
export const sendMails = (host: Host): TaskHandler => ({
  queue: MAIL_QUEUE,
  concurrency: 4,
  maxAttempts: Number.MAX_SAFE_INTEGER,
  async run(task) {
    const mail = await host.read.findOne(Mail, { id: task.subject });
    if (mail === null) return;
    try {
      await send(host, task, mail);
    } catch (error) {
      const isHopeless = error instanceof MailError && error.permanent;
      if (!isHopeless && Date.now() - mail.createdAt < KEPT_MS) throw error;
      host.log.error({ err: error, mail: mail.id }, "a mail was given up");
    }
    const end = () =>
      host.transact(async (tx) => {
        await tx.delete(Mail, { id: mail.id });
        await task.complete(tx);
      });
    // The end is recorded in spite of conflicts, since otherwise the mail would be sent once more.
    await task.untilStored(end);
    settled(mail.id);
  },
});

async function send(host: Host, { signal }: ClaimedTask, { id, sealed, createdAt }: Mail): Promise<void> {
  const letter = JSON.parse(openText(host.keys.derive(MAIL_KEY), sealed)) as Letter;
  const to = await addressOf(host, letter);
  // The account no longer exists.
  if (to === null) return;
  const { subject, text, link } = letter;
  const message = { id, from: host.config.mailFrom, to, subject, text, link, date: new Date(createdAt) };
  await mailerOf(host).send(message, { signal });
}

async function addressOf(host: Pick<Host, "call">, { to }: Letter): Promise<string | null> {
  if ("email" in to) return to.email;
  const { profiles } = await host.call(getProfiles, { accountIds: [to.accountId] }, systemMeta("mail"));
  return profiles[0]?.email ?? null;
}

/** Returns the mailer of this process. The mailer that writes files is used only when there is no other. */
function mailerOf(host: Pick<Host, "plugins">): Mailer {
  const mailers = host.plugins.all("mailer");
  const mailer = mailers.find(({ id }) => id !== "file") ?? mailers[0];
  if (mailer === undefined) throw new Error("No plugin sends mails here.");
  return mailer;
}

const waiting = new Map<string, () => void>();

function settled(id: string): void {
  waiting.get(id)?.();
}

/** Resolves when this process has sent the mail, or after `atMostMs`, so that an answer does not precede its mail. */
export async function whenSent(id: string, atMostMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  await new Promise<void>((resolve) => {
    waiting.set(id, resolve);
    timer = setTimeout(resolve, atMostMs);
  });
  clearTimeout(timer);
  waiting.delete(id);
}
