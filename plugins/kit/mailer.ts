/** A mail in plain text. */
export interface MailMessage {
  /** Stable over attempts: becomes the Message-ID's left side, so that a mail sent twice is seen as one. */
  id: string;
  /** `Name <address>` or an address. */
  from: string;
  to: string;
  subject: string;
  text: string;
  /** What the reader is meant to open. */
  link: string;
  date: Date;
}

/** Brings mails out. Tries once: retries are the queue's. */
export interface Mailer {
  /** Slug. Any other than `file` is preferred to it. */
  id: string;
  /** Resolves when the mail is handed over. Throws MailError; anything else counts as worth a repeat. */
  send(message: MailMessage, context: { signal: AbortSignal }): Promise<void>;
  /**
   * Called once, after the last call has ended and all that it gave to read: when another version takes its place, when
   * the plugin is removed, when the process stops. What it throws is logged.
   */
  close?(): Promise<void>;
}

/** A mail that could not be handed over; `permanent` where a repeat would meet the same refusal. */
export class MailError extends Error {
  override readonly name = "MailError";
  readonly permanent: boolean;

  constructor(message: string, options: { permanent: boolean; cause?: unknown }) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.permanent = options.permanent;
  }
}
