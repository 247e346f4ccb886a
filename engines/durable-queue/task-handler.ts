import type { Tx } from "../../runtime/database/transaction.js";
import type { ClaimedRow } from "./claim.js";
import type { GuardedChange } from "./end-run.js";
import type { NewTask } from "./enqueue.js";

/** A task in the hands of this process. Its lease is kept alive while the handler runs. */
export interface ClaimedTask extends ClaimedRow {
  /** Aborts when the lease is lost, the process drains, or `TaskQueue.interrupt` names the subject. */
  signal: AbortSignal;
  /**
   * Whether, by this process's own clock, no other one can have taken the task yet: its lease was written or renewed a moment ago. It
   * takes no statement. Where it is false, another one may have it, and the database has to be asked.
   */
  isSurelyOurs(): boolean;
  /**
   * Does work in the database again that meets conflicts with other writers, after pauses, for some minutes or `forMs`, whichever is
   * shorter, and not beyond the signal. Then the last conflict is thrown, which is nobody's failure; after the minutes it is an error that
   * counts as an attempt, since the answer in hand is lost. For what this process alone has in hand, such as the answer of an
   * upstream that must not be asked twice: whatever else meets a conflict may just throw it.
   */
  inSpiteOfConflicts<T>(work: () => Promise<T>, forMs?: number): Promise<T>;
  /**
   * Checks inside a transaction that the task is still ours; throws LeaseLost if another process took it
   * over, so that nothing of a frozen worker is written. Every write of a handler goes behind it.
   */
  guard(tx: Tx): Promise<void>;
  /** Changes the subject's row, guarded like `guard`; throws LeaseLost also when the row is not as the change wants it. */
  change(tx: Tx, change: GuardedChange): Promise<void>;
  /**
   * Ends the task in the transaction of the subject's terminal state; guarded like `guard`. One whose
   * subject was queued again during the run comes once more.
   */
  complete(tx: Tx): Promise<void>;
  /** Changes the subject's row like `change`, for the last time, and ends the task by making it the next one (`go-on-as.ts`). */
  goOnAs(tx: Tx, change: GuardedChange, next: NewTask): Promise<void>;
}

/**
 * What a handler answers: done (it completed the task, or there is nothing left to do), or again later: as a step of
 * work that goes well, or, when it did `nothingYet`, with its attempts and deaths as they were.
 */
export type TaskOutcome = { again: { afterMs: number; nothingYet?: true } } | void;

/**
 * Work on one queue. A handler re-reads its domain row and returns if that is terminal.
 * Throwing counts as a failed attempt: the task backs off, and after `maxAttempts` it is dead and kept. A conflict with another
 * writer of the database is nobody's failure: then the task comes again in a moment, with its attempts as they were (ADR-0104).
 */
export interface TaskHandler {
  queue: string;
  /** At most this many at once in this process. */
  concurrency: number;
  /** At most this many of one payer at once in all processes, or nearly: two that look at the same moment may add one each. */
  perPayer?: number;
  /**
   * Runs that take longer than `afterMs` do not keep others from their slots, up to `most` of them; and none of their
   * payers begins another one here meanwhile. For work that waits for strangers, some of whom never answer.
   */
  lingering?: { afterMs: number; most: number };
  /** Payers are named `group/rest`, and what one group has in hand in this process leaves room for others (`payer-groups.ts`). */
  isGrouped?: true;
  maxAttempts: number;
  run(task: ClaimedTask): Promise<TaskOutcome>;
  /** Runs in the transaction that buries a task whose attempts are used up, before the task itself is changed. */
  bury?(tx: Tx, task: ClaimedTask, error: unknown): Promise<void>;
}

/** Another process owns the task now; what this one has done of it is dropped. */
export class LeaseLost extends Error {
  override readonly name = "LeaseLost";
}
