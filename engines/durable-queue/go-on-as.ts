import { currentTrace } from "../../runtime/process/tracing/tracer.js";
import type { Tx } from "../../runtime/database/transaction.js";
import { changeRowAndTask } from "./end-run.js";
import type { NewTask } from "./enqueue.js";
import type { GuardedChange } from "./task-handler.js";
import type { ClaimedRow } from "./claimed-row.js";

/**
 * Changes the row of a task's subject for the last time, and turns the task into the `next` one, ready for any process: a server needs
 * one statement, where ending one task and queueing another takes three. The subject of the next task was made in this transaction,
 * so that it can have no task yet. The fence goes on counting, which keeps out the process that had the task before. A wish to run
 * the old task again is dropped. Throws LeaseLost when another process has the task, or the row is not as the change wants it.
 */
export const goOnAs = (
  tx: Tx,
  own: Pick<ClaimedRow, "id" | "fence">,
  change: GuardedChange,
  { queue, subject, payer, priority = 0, afterMs = 0 }: NewTask,
): Promise<void> => {
  const { now } = tx.database;
  const set = {
    queue: "?",
    subject: "?",
    payer: "?",
    priority: "?",
    state: "'ready'",
    runAt: `${now} + ?`,
    attempts: "0",
    deaths: "0",
    owner: "NULL",
    leaseUntil: "NULL",
    rerunAt: "NULL",
    lastError: "NULL",
    traceparent: "?",
    createdAt: now,
  };
  return changeRowAndTask(tx, own, change, {
    set,
    parameters: [queue, subject, payer, priority, afterMs, currentTrace()],
  });
};
