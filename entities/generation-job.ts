import { Entity, Index } from "typeorm";
import type { GenerationStatus } from "../contracts/generation.js";
import type { Kind } from "../contracts/models.js";
import type { Handle } from "../plugins/kit/model-provider.js";
import { At, Big, Flag, Id, Int, Json, Key, LongText, Ref, Text } from "../runtime/database/columns.js";

/** A generation job with its state, its money and its results. */
@Entity("generation_jobs")
@Index("IX_generation_jobs_account", ["accountId", "createdAt", "id"])
@Index("IX_generation_jobs_project", ["projectId", "createdAt", "id"])
@Index("IX_generation_jobs_waiting", ["accountId", "status"])
@Index("IX_generation_jobs_gone", ["status", "provider", "kind", "providerGoneSince"])
@Index("IX_generation_jobs_free", ["costCredits", "accountId", "status", "completedAt", "paramsBytes"])
export class GenerationJob {
  @Id()
  id: string;

  /** The account that submitted the job. */
  @Ref()
  accountId: string;

  /** The submitter's address when the job was submitted, for the ledger. */
  @Text()
  actorEmail: string;

  @Ref()
  payerId: string;

  @Ref({ nullable: true })
  projectId: string | null;

  @Ref({ nullable: true })
  cutId: string | null;

  @Key()
  model: string;

  @Key()
  provider: string;

  @Key()
  kind: Kind;

  @Json()
  params: Record<string, unknown>;

  /** The bytes of `params` as JSON; null for a job of an earlier release. */
  @Big({ nullable: true })
  paramsBytes: number | null;

  @Key()
  status: GenerationStatus;

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

  @Json({ nullable: true })
  resultStorageIds: readonly string[] | null;

  /**
   * Number of submits that were begun. It is stored before each submit, and set to 0 when the upstream is
   * known to have refused.
   */
  @Int()
  submits: number;

  /** Number of upstream failures in a row, from which the backoff follows. */
  @Int()
  failures: number;

  /** The provider's own state, which it needs to continue the job. */
  @Json({ nullable: true })
  handle: Handle | null;

  /** The time at which the upstream was first called. */
  @At({ nullable: true })
  upstreamSince: number | null;

  /** The time at which the upstream first answered that the job is pending; the time limit counts from it. */
  @At({ nullable: true })
  pendingSince: number | null;

  /**
   * The time of the first upstream failure since the last good answer; the time limit for retries counts from
   * it.
   */
  @At({ nullable: true })
  faultySince: number | null;

  /** Progress that the upstream reports, from 0 to 1000. */
  @Int({ nullable: true })
  progressThousandths: number | null;

  /** Number of jobs that the upstream does before this one. */
  @Int({ nullable: true })
  queuePosition: number | null;

  /** Metadata that the provider reports for each result, in the order of the results. */
  @Json({ nullable: true })
  resultMetadata: readonly (Readonly<Record<string, unknown>> | null)[] | null;

  @At({ nullable: true })
  providerGoneSince: number | null;

  /**
   * The task that becomes due when the job ends, as `<queue> <subject>`, so that the work that waits for the
   * job continues.
   */
  @Ref({ nullable: true })
  wakes: string | null;

  @At()
  createdAt: number;

  @At({ nullable: true })
  completedAt: number | null;
}
