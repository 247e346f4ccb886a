import { Entity, Index } from "typeorm";
import type { GenerationStatus } from "../contracts/generation.js";
import type { Kind } from "../contracts/models.js";
import type { Handle } from "../plugins/kit/model-provider.js";
import { At, Big, Flag, Id, Int, Json, Key, LongText, Ref, Text } from "../runtime/database/columns.js";

/** A generation job: the truth about its state, money and results. */
@Entity("generation_jobs")
@Index("IX_generation_jobs_account", ["accountId", "createdAt", "id"])
@Index("IX_generation_jobs_project", ["projectId", "createdAt", "id"])
@Index("IX_generation_jobs_waiting", ["accountId", "status"])
@Index("IX_generation_jobs_gone", ["status", "provider", "kind", "providerGoneSince"])
export class GenerationJob {
  @Id()
  id: string;

  /** Submitter. */
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

  /** Submits that were begun: the stored intent. */
  @Int()
  submits: number;

  /** Upstream failures in a row; they decide the backoff. */
  @Int()
  failures: number;

  /** What the provider needs to go on. */
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

  /** How far the upstream is, from 0 to 1000. */
  @Int({ nullable: true })
  progressThousandths: number | null;

  /** How many jobs the upstream does first. */
  @Int({ nullable: true })
  queuePosition: number | null;

  /** What the provider says of each result, in the order of the results. */
  @Json({ nullable: true })
  resultMetadata: readonly (Readonly<Record<string, unknown>> | null)[] | null;

  @At({ nullable: true })
  providerGoneSince: number | null;

  /** The task that its end makes due, as `queue subject`: what waits for the job goes on. */
  @Ref({ nullable: true })
  wakes: string | null;

  @At()
  createdAt: number;

  @At({ nullable: true })
  completedAt: number | null;
}
