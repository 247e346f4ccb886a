import type { ClaimedTask, TaskHandler, TaskOutcome } from "../../engines/durable-queue/task-handler.js";
import type { Tx } from "../../runtime/database/transaction.js";
import type { Host } from "../../runtime/process/host.js";
import { failPending, findWaiting } from "./delivery.repository.js";
import { END_QUEUE } from "./queues.js";
import { changeWebhook, lockWebhook } from "./webhook.repository.js";

/*
 * What waits for a webhook when it is disabled ends as failed (rules/webhooks 8), batch by batch: bodies of hundreds of megabytes
 * would keep everybody from the embedded database in one transaction. From the commit on that disables it nothing is sent, and what
 * waits is shown as failed (`present-delivery.ts`); it is enabled again only when nothing waits any more (`update-webhook.ts`). An attempt
 * that found it enabled, and records its next one late, finds its delivery failed, or leaves it pending, which is then ended here.
 */

/** Disables a webhook that the caller has locked; a task ends what waits for it. */
export async function disableWebhook(
  { tasks }: Pick<Host, "tasks">,
  tx: Tx,
  { id, ...change }: Parameters<typeof changeWebhook>[1],
): Promise<void> {
  await changeWebhook(tx, { id, ...change, isEnabled: false });
  await tasks.enqueue(tx, { queue: END_QUEUE, subject: id, payer: id });
}

/** Ends some of what waits for a webhook while that is disabled. False: there was nothing to end. */
export async function endSome(host: Pick<Host, "read" | "transact">, webhookId: string): Promise<boolean> {
  const ids = await findWaiting(host.read, webhookId);
  if (ids.length === 0) return false;
  return host.transact(async (tx) => {
    const webhook = await lockWebhook(tx, webhookId);
    if (webhook === null || webhook.isEnabled) return false;
    await failPending(tx, { ids, completedAt: webhook.updatedAt });
    return true;
  });
}

/** Ends what waits for webhooks that were disabled. */
export const endTask = (host: Host): TaskHandler => ({
  queue: END_QUEUE,
  concurrency: 2,
  maxAttempts: Number.MAX_SAFE_INTEGER,
  run: (task) => endAll(host, task),
});

async function endAll(host: Host, { subject, signal }: ClaimedTask): Promise<TaskOutcome> {
  while (!signal.aborted) if (!(await endSome(host, subject))) return undefined;
  return { again: { afterMs: 0 } };
}
