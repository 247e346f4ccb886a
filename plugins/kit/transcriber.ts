import type { Transcript } from "../../contracts/transcriptions.js";
import type { Handle, ProviderContext } from "./model-provider.js";

export interface TranscriptionWork {
  /** The same for every attempt: send it upstream as the idempotency key. */
  id: string;
  /** The account that pays; for fairness only, and not there in conformance tests. */
  payer?: string;
  /** Audio or video; `ctx.input` gives the file. */
  storageId: string;
  /** Only this much is paid for, from the beginning: process no more of it. */
  durationSeconds: number;
  /** What is spoken, as BCP-47; null: find out. */
  language: string | null;
}

/**
 * How far a transcription is. `pending` is stored and polled again after `pollAfterMs`; a failure is thrown as
 * ProviderError, never returned. Of `words` and `segments` either may be empty: Kiln makes the other of it.
 */
export type TranscriptionProgress =
  | { state: "pending"; handle: Handle; pollAfterMs: number }
  | { state: "succeeded"; transcript: Transcript };

/** What the deployment knows of a transcriber, also where it runs in another process. */
export interface TranscriberOffer {
  /** Slug; the ledger's note. */
  id: string;
  displayName: string;
  /** Who is behind it: transcribers and models of one provider share its circuit. */
  provider: string;
  /** Of several that understand a language the highest one works, then the first by id; 0 when left out. */
  preference?: number;
  /** Languages that it understands, as in `en` or `pt-BR`; `en` covers `en-GB`. Left out: any. */
  languages?: readonly string[];
}

/**
 * Extension point `transcriber`: turns speech into text with times. Throwing ProviderError classifies the failure;
 * anything else counts as `unknown`, not retryable. It tries once: retries, the circuit and money belong to Kiln.
 */
export interface Transcriber extends TranscriberOffer {
  /** As a provider's: may a submit whose outcome is unknown be repeated? */
  resubmit: "once" | "never";
  /** At most this many at once in a process; 8 when left out. */
  concurrency?: number;
  /** At most this many of them of one payer; no limit of its own when left out. */
  perPayer?: number;
  /** Work that stays pending for longer has failed; a day when left out. */
  deadlineSeconds?: number;
  submit(work: TranscriptionWork, ctx: ProviderContext): Promise<TranscriptionProgress>;
  /** Needed where `submit` may answer `pending`. */
  poll?(handle: Handle, work: TranscriptionWork, ctx: ProviderContext): Promise<TranscriptionProgress>;
  /** Best effort; errors are logged and change nothing. */
  cancel?(handle: Handle, work: TranscriptionWork): Promise<void>;
  /**
   * Called once, after the last call has ended and all that it gave to read: when another version takes its place, when
   * the plugin is removed, when the process stops. What it throws is logged.
   */
  close?(): Promise<void>;
}
