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
      const { responseCode, message: reason } = error as { responseCode?: number; message: string };
      throw new MailError(`The mail server did not take a mail: ${reason}`, {
        permanent: isPermanent(error, responseCode),
        cause: error,
      });
    }
  }

  async close(): Promise<void> {
    const transporter = await this.#transporter;
    transporter?.close();
  }
}

/** A server that refuses the address will refuse it again; one that refuses our sign-in may be set right. */
function isPermanent(error: unknown, responseCode: number | undefined): boolean {
  const { code } = error as { code?: string };
  return responseCode !== undefined && responseCode >= 500 && (code === "EENVELOPE" || code === "EMESSAGE");
}

async function open(url: string): Promise<Transporter> {
  const { createTransport } = await import("nodemailer");
  return createTransport({
    url,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  });
}
