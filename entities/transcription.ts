import { Entity, Index } from "typeorm";
import type { TranscriptionStatus } from "../contracts/transcriptions.js";
import type { Handle } from "../plugins/kit/model-provider.js";
import { At, Big, Flag, Id, Int, Json, Key, LongText, Ref, Text } from "../runtime/database/columns.js";

export interface TranscriptionRequest {
  storageId: string;
  durationSeconds: number;
  /** The submitted language; null means that it is to be detected. */
  language: string | null;
}

/** A transcription with its state and its money. The spoken text is in `transcripts`. */
@Entity("transcriptions")
@Index("IX_transcriptions_project", ["projectId"])
@Index("IX_transcriptions_waiting", ["accountId", "status"])
@Index("IX_transcriptions_transcriber", ["status", "transcriber"])
@Index("IX_transcriptions_free", ["costCredits", "accountId", "status", "completedAt"])
export class Transcription {
  @Id()
  id: string;

  /** The account that submitted the transcription. */
  @Ref()
  accountId: string;

  /** The submitter's address when it was submitted, for the ledger. */
  @Text()
  actorEmail: string;

  @Ref()
  payerId: string;

  @Ref({ nullable: true })
  projectId: string | null;

  @Key()
  transcriber: string;

  @Key()
  provider: string;

  @Json()
  request: TranscriptionRequest;

  /** The spoken language, as submitted or as detected. */
  @Key({ nullable: true })
  language: string | null;

  @Key()
  status: TranscriptionStatus;

  @Big()
  estimatedCredits: number;

  @Big({ nullable: true })
  costCredits: number | null;

  @LongText({ nullable: true })
  errorMessage: string | null;

  @Key({ nullable: true })
  errorCode: string | null;

  @Flag({ nullable: true })
  errorRetryable: boolean | null;

  /**
   * Number of submits that were begun. It is stored before each submit, and set to 0 when the upstream is
   * known to have refused.
   */
  @Int()
  submits: number;

  /** Number of upstream failures in a row, from which the backoff follows. */
  @Int()
  failures: number;

  /** The transcriber's own state, which it needs to continue. */
  @Json({ nullable: true })
  handle: Handle | null;

  /** The time at which the upstream was first called. */
  @At({ nullable: true })
  upstreamSince: number | null;

  /**
   * The time at which the upstream first answered that the transcription is pending; the time limit counts
   * from it.
   */
  @At({ nullable: true })
  pendingSince: number | null;

  /**
   * The time of the first upstream failure since the last good answer; the time limit for retries counts from
   * it.
   */
  @At({ nullable: true })
  faultySince: number | null;

  @At({ nullable: true })
  transcriberGoneSince: number | null;

  /** The task that becomes due when the transcription ends, as `<queue> <subject>`. */
  @Ref({ nullable: true })
  wakes: string | null;

  @At()
  createdAt: number;

  @At({ nullable: true })
  completedAt: number | null;
}
