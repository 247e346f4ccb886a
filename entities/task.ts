import { Entity, Index } from "typeorm";
import { At, Id, Int, Key, LongText, Ref } from "../runtime/database/columns.js";

/** Durable work: a pointer to the domain row that is the truth. */
@Entity("tasks")
@Index("UQ_tasks_subject", ["queue", "subject"], { unique: true })
@Index("IX_tasks_due", ["state", "queue", "runAt", "id"])
@Index("IX_tasks_payer", ["state", "queue", "payer", "runAt", "id"])
@Index("IX_tasks_lease", ["state", "leaseUntil"])
export class Task {
  @Id()
  id: string;

  @Key()
  queue: string;

  /** Id of the domain row. */
  @Ref()
  subject: string;

  /** Fairness is between payers. */
  @Ref()
  payer: string;

  @Int()
  priority: number;

  @Key()
  state: "ready" | "running" | "dead";

  @At()
  runAt: number;

  /** Failures so far. */
  @Int()
  attempts: number;

  /** How often in a row the process that had it died. */
  @Int({ default: 0 })
  deaths: number;

  /** Goes up with each claim; every later write carries it. */
  @Int()
  fence: number;

  @Ref({ nullable: true })
  owner: string | null;

  /** By the database's clock. */
  @At({ nullable: true })
  leaseUntil: number | null;

  /** Of a running task that was queued once more: when it is to run again. */
  @At({ nullable: true })
  rerunAt: number | null;

  @LongText({ nullable: true })
  lastError: string | null;

  /** The span that queued it, as W3C's `traceparent`. */
  @Ref({ nullable: true })
  traceparent: string | null;

  @At()
  createdAt: number;
}
