import { Entity, Index } from "typeorm";
import { At, Id, Int, Key, LongText, Ref } from "../runtime/database/columns.js";

/** Durable work: a pointer to the domain row, which holds the state of the work. */
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

  /** The paying account; tasks are scheduled fairly between payers. */
  @Ref()
  payer: string;

  @Int()
  priority: number;

  @Key()
  state: "ready" | "running" | "dead";

  @At()
  runAt: number;

  /** Number of failures so far. */
  @Int()
  attempts: number;

  /** Number of times in a row that the process which ran the task died. */
  @Int({ default: 0 })
  deaths: number;

  /** Number of the claim; every later write of the worker must carry it. */
  @Int()
  fence: number;

  @Ref({ nullable: true })
  owner: string | null;

  /** End of the lease, by the database's clock. */
  @At({ nullable: true })
  leaseUntil: number | null;

  /** The time at which a running task that was queued again is to run again. */
  @At({ nullable: true })
  rerunAt: number | null;

  @LongText({ nullable: true })
  lastError: string | null;

  /** The span that queued the task, as W3C's `traceparent`. */
  @Ref({ nullable: true })
  traceparent: string | null;

  @At()
  createdAt: number;
}
