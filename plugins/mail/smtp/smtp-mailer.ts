import type { Transporter } from "nodemailer";
import { MailError, type Mailer, type MailMessage } from "../../kit/mailer.js";

const TIMEOUT_MS = 20_000;

/** Hands mails to an SMTP server, a connection each: mails are rare, and a kept connection is one more that may be dead. */
export class SmtpMailer implements Mailer {
  readonly id = "smtp";
  readonly #url: string;
  readonly #domain: () => string;
  #transporter: Promise<Transporter> | null = null;

  constructor(url: string, domain: () => string) {
    this.#url = url;
    this.#domain = domain;
  }

  async send(message: MailMessage, { signal }: { signal: AbortSignal }): Promise<void> {
    const { id, from, to, subject, text, date } = message;
    signal.throwIfAborted();
    this.#transporter ??= open(this.#url);
    const transporter = await this.#transporter;
    try {
      await transporter.sendMail({
        from,
        to: { name: "", address: to },
        subject,
        text,
        date,
        messageId: `<${id}@${this.#domain()}>`,
        headers: { "Auto-Submitted": "auto-generated" },
        disableFileAccess: true,
        disableUrlAccess: true,
      });
    } catch (error) {
      const refusal = error as Refusal;
      throw new MailError(`The mail server did not take a mail: ${refusal.message}`, {
        permanent: isOfMailbox(refusal),
        cause: error,
      });
    }
  }

  async close(): Promise<void> {
    const transporter = await this.#transporter;
    transporter?.close();
  }
}

/** The parts of nodemailer's errors that tell what was refused. */
interface Refusal {
  message: string;
  /** The command that was refused, such as `RCPT TO`. */
  command?: string;
  /** The server's answer as it came. */
  response?: string;
  responseCode?: number;
}

/**
 * Codes that refuse a recipient for another reason than the mailbox: a missing or wrong sign-in, which may answer any command
 * (RFC 4954, 6), commands out of order, and a full mailbox.
 */
const OTHER_REASONS: readonly number[] = [503, 530, 534, 535, 538, 552];
/** The enhanced codes of policies (RFC 3463, 3.8): relaying is denied, or the sender is blocked. */
const OF_POLICY = /^\d{3}[ -]5\.7\.\d/;

/**
 * Returns true for the refusal of the recipient's mailbox, which will be the same at a repeat. What is refused of the sender, the
 * sign-in or the text may be set right by the operator while the mail waits (rules/identity 46).
 */
const isOfMailbox = ({ command, response = "", responseCode = 0 }: Refusal): boolean =>
  command === "RCPT TO" &&
  responseCode >= 500 &&
  !OTHER_REASONS.includes(responseCode) &&
  !OF_POLICY.test(response);

async function open(url: string): Promise<Transporter> {
  const { createTransport } = await import("nodemailer");
  return createTransport({
    url,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  });
}
