import type { WorkflowTrigger } from "../../../entities/workflow-trigger.js";
import type { Host } from "../../../runtime/process/host.js";
import type { Tx } from "../../../runtime/database/transaction.js";
import type { TaskHandler } from "../../../engines/durable-queue/index.js";
import { deleteDaysOfTrigger } from "./day.repository.js";
import { deleteSomeOfLog } from "./fire.repository.js";
import { LOG_QUEUE, SCHEDULE_QUEUE } from "./queues.js";
import { deleteTrigger } from "./trigger.repository.js";

/**
 * Deletes a trigger in the caller's transaction: from its commit on the trigger starts no run, and its runs go
 * on. A task removes its log and its days, since a log may have a hundred thousand rows.
 */
export async function removeTrigger(
  host: Pick<Host, "tasks">,
  tx: Tx,
  { id, ownerId }: Pick<WorkflowTrigger, "id" | "ownerId">,
): Promise<void> {
  await deleteTrigger(tx, id);
  await host.tasks.drop(tx, SCHEDULE_QUEUE, id);
  await host.tasks.enqueue(tx, { queue: LOG_QUEUE, subject: id, payer: ownerId });
}

/** The milliseconds that the task works on a log before the logs of other accounts get their turn. */
const TURN_MS = 5000;

/**
 * Returns the task that removes the logs and the days of deleted triggers. A long log takes several turns, of a batch at
 * least.
 */
export const deleteLogTask = (host: Pick<Host, "read" | "transact">, turnMs = TURN_MS): TaskHandler => ({
  queue: LOG_QUEUE,
  concurrency: 2,
  perPayer: 1,
  maxAttempts: Number.MAX_SAFE_INTEGER,
  async run({ subject: triggerId, signal }) {
    const until = performance.now() + turnMs;
    while (!(await deleteSomeOfLog(host, triggerId)))
      if (signal.aborted || performance.now() > until) return { again: { afterMs: 0 } };
    await host.transact((tx) => deleteDaysOfTrigger(tx, triggerId));
    return undefined;
  },
});
