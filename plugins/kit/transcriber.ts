import type { Transcript } from "../../contracts/transcriptions.js";
import type { Handle, ProviderContext } from "./model-provider.js";

export interface TranscriptionWork {
  /** The same for every attempt; send it upstream as the idempotency key. */
  id: string;
  /**
   * An opaque id of the account that pays, for a transcriber that lets payers take turns; absent in
   * conformance tests.
   */
  payer?: string;
  /** The id of an audio or video file; `ctx.input` resolves it. */
  storageId: string;
  /** The seconds from the beginning that are paid for; process no more of the file. */
  durationSeconds: number;
  /** The spoken language as a BCP-47 tag; null means that it is to be detected. */
  language: string | null;
}

/**
 * The answer of a submit or a poll. Work that is `pending` is stored and polled again after `pollAfterMs`,
 * but not within 200 ms. A failure is thrown as ProviderError and never returned. One of `words` and
 * `segments` may be empty: Kiln makes it of the other one.
 */
export type TranscriptionProgress =
  | { state: "pending"; handle: Handle; pollAfterMs: number }
  | { state: "succeeded"; transcript: Transcript };

/** What every process of the deployment knows of a transcriber. */
export interface TranscriberOffer {
  /** A slug, which is also the note of its ledger entries. */
  id: string;
  displayName: string;
  /** The provider behind it. Transcribers and models of one provider share its circuit. */
  provider: string;
  /**
   * A number; 0 when left out. Of the transcribers that understand a language and whose circuit is not open,
   * the one with the highest preference works, and of equals the first by id.
   */
  preference?: number;
  /**
   * Tags of the languages that it understands, such as `en` or `pt-BR`; any when left out. `en` covers
   * `en-GB`, and `pt-BR` serves a request for `pt`.
   */
  languages?: readonly string[];
}

/**
 * Extension point `transcriber`: turns speech into text with times. A ProviderError that it throws classifies
 * the failure; any other error counts as `unknown`, not retryable. It tries once: retries, the circuit and
 * credits are Kiln's.
 */
export interface Transcriber extends TranscriberOffer {
  /** Whether a submit whose outcome is unknown may be repeated, as for a model provider. */
  resubmit: "once" | "never";
  /** The most transcriptions that a process does at once; 8 when left out. */
  concurrency?: number;
  /** The most of them for one payer; without it there is no such limit. */
  perPayer?: number;
  /** The seconds for which work may be pending before it fails; 24 hours when left out. */
  deadlineSeconds?: number;
  submit(work: TranscriptionWork, ctx: ProviderContext): Promise<TranscriptionProgress>;
  /** Required if `submit` may answer `pending`. */
  poll?(handle: Handle, work: TranscriptionWork, ctx: ProviderContext): Promise<TranscriptionProgress>;
  /**
   * Tells the upstream to stop. It is called up to three times while it fails; its errors are logged and
   * change nothing.
   */
  cancel?(handle: Handle, work: TranscriptionWork): Promise<void>;
  /**
   * Frees what the driver uses. Kiln calls it once, after the last call and the streams that it returned have
   * ended: when another version takes the driver's place, when the plugin is removed or switched off, when
   * the process stops. What it throws is logged.
   */
  close?(): Promise<void>;
}
