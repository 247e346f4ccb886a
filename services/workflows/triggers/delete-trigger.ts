import type { WorkflowTrigger } from "../../../entities/workflow-trigger.js";
import type { Host } from "../../../runtime/process/host.js";
import type { Tx } from "../../../runtime/database/transaction.js";
import type { TaskHandler } from "../../../engines/durable-queue/index.js";
import { deleteDaysOfTrigger } from "./day.repository.js";
import { deleteLog } from "./fire.repository.js";
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

/** Returns the task that removes the logs and the days of deleted triggers, batch by batch. */
export const deleteLogTask = (host: Pick<Host, "read" | "transact">): TaskHandler => ({
  queue: LOG_QUEUE,
  concurrency: 2,
  perPayer: 1,
  maxAttempts: Number.MAX_SAFE_INTEGER,
  async run({ subject: triggerId, signal }) {
    if (!(await deleteLog(host, { triggerId, signal }))) return { again: { afterMs: 0 } };
    await host.transact((tx) => deleteDaysOfTrigger(tx, triggerId));
    return undefined;
  },
});
