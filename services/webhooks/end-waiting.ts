import type { ClaimedTask, TaskHandler, TaskOutcome } from "../../engines/durable-queue/task-handler.js";
import type { Tx } from "../../runtime/database/transaction.js";
import type { Host } from "../../runtime/process/host.js";
import { endDeliveries, findWaiting } from "./delivery.repository.js";
import { END_QUEUE } from "./queues.js";
import { lockWebhook } from "./webhook.repository.js";

/** How long a request itself works; the task does the rest. Below the time limit of a call. */
const WITHIN_MS = 5000;
/** When the task takes over from a request whose process died. */
const TASK_AFTER_MS = 10_000;

/** Called in the transaction that disables a webhook: what waits for it ends as failed, whatever becomes of the process (rules/webhooks 8). */
export const planEnd = (
  host: Pick<Host, "tasks">,
  tx: Tx,
  { id, afterMs = TASK_AFTER_MS }: { id: string; afterMs?: number },
): Promise<void> => host.tasks.enqueue(tx, { queue: END_QUEUE, subject: id, payer: id, afterMs });

/** Ends what waits before the request is answered, as far as time allows. */
export async function endNow(host: Pick<Host, "tasks" | "transact">, id: string): Promise<void> {
  const until = Date.now() + WITHIN_MS;
  const isDone = await endWaiting(host, id, () => Date.now() > until);
  await host.transact((tx) => host.tasks[isDone ? "drop" : "hasten"](tx, END_QUEUE, id));
}

/** Continues what requests and attempts did not finish. */
export const endTask = (host: Host): TaskHandler => ({
  queue: END_QUEUE,
  concurrency: 1,
  maxAttempts: Number.MAX_SAFE_INTEGER,
  run: (task) => end(host, task),
});

async function end(host: Host, { subject, signal }: ClaimedTask): Promise<TaskOutcome> {
  const isDone = await endWaiting(host, subject, () => signal.aborted);
  return isDone ? undefined : { again: { afterMs: 0 } };
}

/**
 * Ends the pending deliveries of a disabled webhook as failed, some in each transaction: their rows have bodies of 256 KB, which
 * are written anew. Ends when the webhook is enabled again; what was queued since is sent. False: it was stopped.
 */
async function endWaiting(
  host: Pick<Host, "transact">,
  webhookId: string,
  isStopped: () => boolean,
): Promise<boolean> {
  for (let isLast = false; !isLast;) {
    if (isStopped()) return false;
    isLast = await host.transact(async (tx) => {
      const webhook = await lockWebhook(tx, webhookId);
      // of a deleted one all deliveries are deleted
      if (webhook === null || webhook.isEnabled) return true;
      const ids = await findWaiting(tx, webhookId);
      if (ids.length > 0) await endDeliveries(tx, ids);
      return ids.length === 0;
    });
  }
  return true;
}
