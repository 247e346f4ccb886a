import { Entity, Index } from "typeorm";
import type { TranscriptionStatus } from "../contracts/transcriptions.js";
import type { Handle } from "../plugins/kit/model-provider.js";
import { At, Big, Flag, Id, Int, Json, Key, LongText, Ref, Text } from "../runtime/database/columns.js";

export interface TranscriptionRequest {
  storageId: string;
  durationSeconds: number;
  /** As submitted; null: to be detected. */
  language: string | null;
}

/** A transcription: the truth about its state and money. What was said lies in `transcripts`. */
@Entity("transcriptions")
@Index("IX_transcriptions_project", ["projectId"])
@Index("IX_transcriptions_waiting", ["accountId", "status"])
@Index("IX_transcriptions_transcriber", ["status", "transcriber"])
export class Transcription {
  @Id()
  id: string;

  /** Submitter. */
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

  /** What is spoken: as submitted, or as found. */
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

  /** Submits that were begun: the stored intent. */
  @Int()
  submits: number;

  /** Upstream failures in a row; they decide the backoff. */
  @Int()
  failures: number;

  /** What the transcriber needs to go on. */
  @Json({ nullable: true })
  handle: Handle | null;

  /** When the upstream was first called. */
  @At({ nullable: true })
  upstreamSince: number | null;

  /** When the upstream first said that it was at work; bounds how long it may be. */
  @At({ nullable: true })
  pendingSince: number | null;

  /** When the upstream began to fail without a good answer since; bounds retries. */
  @At({ nullable: true })
  faultySince: number | null;

  @At({ nullable: true })
  transcriberGoneSince: number | null;

  /** The task that its end makes due: `<queue> <subject>`. */
  @Ref({ nullable: true })
  wakes: string | null;

  @At()
  createdAt: number;

  @At({ nullable: true })
  completedAt: number | null;
}
