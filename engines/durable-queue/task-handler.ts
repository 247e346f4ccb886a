import type { Tx } from "../../runtime/database/transaction.js";
import type { NewTask } from "./enqueue.js";
import type { Statement } from "../../runtime/database/statements.js";
import type { ClaimedRow } from "./claimed-row.js";

/**
 * A change of a subject's row by a handler. `set` and `where` name columns of that row only, and none that `tasks` has too. `beside`
 * are rows of other tables that are changed with it: a server locks them last, in their order.
 */
export interface GuardedChange {
  table: string;
  id: string;
  set: string;
  where: string;
  parameters: readonly unknown[];
  beside?: readonly RowChange[];
}

/** A change of a row beside the subject's. `set` names columns that none of the other rows has, with `?` for its parameters. */
export interface RowChange {
  table: string;
  id: string;
  set: string;
  parameters?: readonly unknown[];
  /** The statement that makes the row where there is none yet. A caller that leaves it out has locked the row: a missing row is an error. */
  make?: Statement;
}

/** A task in the hands of this process. Its lease is kept alive while the handler runs. */
export interface ClaimedTask extends ClaimedRow {
  /** Aborts when the lease is lost, unless `untilStored` is at work, the process drains, or `TaskQueue.interrupt` names the subject. */
  signal: AbortSignal;
  /**
   * Returns true while, by this process's own clock, no other process can have taken the task: its lease was written or renewed a
   * moment ago. The call needs no statement. When it returns false another process may have the task: only the database can tell.
   */
  isSurelyOurs(): boolean;
  /**
   * Writes data that this process alone has, such as the result of outside work that must not be done twice, and repeats that after
   * pauses when it meets conflicts with other writers, and while the database is away, for five minutes or `forMs`, whichever is
   * shorter. Meanwhile the run goes on when its lease ends, as long as no other process has begun the task (ADR-0114). An aborted
   * signal leaves one more try. After `forMs` or an abort it throws the last error; after the five minutes it throws an error that
   * counts as an attempt, since the answer is lost. A repeat may follow a commit whose answer was lost: `write` must allow that, or
   * throw LeaseLost then. Other work may just throw its error.
   */
  untilStored<T>(write: () => Promise<T>, forMs?: number): Promise<T>;
  /**
   * Checks inside a transaction that this process still has the task, before every write of a handler; throws LeaseLost
   * if another process took it over, so that a frozen worker writes nothing.
   */
  guard(tx: Tx): Promise<void>;
  /** Changes the subject's row, guarded like `guard`; throws LeaseLost also when the row is not as the change wants it. */
  change(tx: Tx, change: GuardedChange): Promise<void>;
  /**
   * Ends the task in the transaction of the subject's terminal state; guarded like `guard`. A task whose
   * subject was queued again during the run comes once more.
   */
  complete(tx: Tx): Promise<void>;
  /** Changes the subject's row like `change`, for the last time, and ends the task by making it the next one (`go-on-as.ts`). */
  goOnAs(tx: Tx, change: GuardedChange, next: NewTask): Promise<void>;
}

/**
 * The answer of a handler. Nothing means done: it completed the task, or there is nothing left to do. `again` repeats the task
 * after `afterMs`, with its attempts and deaths at 0, or, when the run did `nothingYet`, as they were.
 */
export type TaskOutcome = { again: { afterMs: number; nothingYet?: true } } | void;

/**
 * Work on one queue. A handler re-reads its domain row and returns if that is terminal.
 * Throwing counts as a failed attempt: the task backs off, and after `maxAttempts` it is dead and kept. A conflict with another
 * writer of the database is nobody's failure: then the task comes again in a moment, with its attempts as they were (ADR-0104).
 */
export interface TaskHandler {
  queue: string;
  /** The most tasks that run at once in this process. */
  concurrency: number;
  /** The most tasks of one payer at once in all processes, or nearly: processes that look at the same moment may exceed it. */
  perPayer?: number;
  /**
   * The rule for long runs: those that take longer than `afterMs`, up to `most` of them, count no slot, and their payers
   * begin no other run here meanwhile. It is meant for work that waits for third parties, some of whom never answer.
   */
  lingering?: { afterMs: number; most: number };
  /** Set when payers are named `group/rest`: each group's running tasks then leave room for other groups (`payer-groups.ts`). */
  isGrouped?: true;
  maxAttempts: number;
  run(task: ClaimedTask): Promise<TaskOutcome>;
  /** Runs in the transaction that buries a task whose attempts are used up, before the task itself is changed. */
  bury?(tx: Tx, task: ClaimedTask, error: unknown): Promise<void>;
}

/** The error of a run whose task another process owns now; the work of this run is dropped. */
export class LeaseLost extends Error {
  override readonly name = "LeaseLost";
}
