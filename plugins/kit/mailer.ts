/** A mail in plain text. */
export interface MailMessage {
  /**
   * The same for every attempt. It is the left side of the Message-ID, so that a mail sent twice is seen as
   * one.
   */
  id: string;
  /** `Name <address>` or an address. */
  from: string;
  to: string;
  subject: string;
  text: string;
  /** The address that the reader is meant to open. */
  link: string;
  date: Date;
}

/** Extension point `mailer`: sends mails. A mailer tries once; Kiln's queue repeats for three days. */
export interface Mailer {
  /** A slug. A mailer of any other id is preferred to `file`. */
  id: string;
  /**
   * Resolves when the mail is handed over. Throws MailError; after any other error the mail is sent again
   * later.
   */
  send(message: MailMessage, context: { signal: AbortSignal }): Promise<void>;
  /**
   * Frees what the driver uses. Kiln calls it once, after the last call and the streams that it returned have
   * ended: when another version takes the driver's place, when the plugin is removed or switched off, when
   * the process stops. What it throws is logged.
   */
  close?(): Promise<void>;
}

/**
 * The error of a mail that could not be handed over; it is `permanent` when a repeat would meet the same
 * refusal.
 */
export class MailError extends Error {
  override readonly name = "MailError";
  readonly permanent: boolean;

  constructor(message: string, options: { permanent: boolean; cause?: unknown }) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.permanent = options.permanent;
  }
}
