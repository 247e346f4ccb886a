import type { Webhook } from "../../entities/webhook.js";
import type { Host } from "../../runtime/process/host.js";
import type { ClaimedTask, TaskHandler, TaskOutcome } from "../../engines/durable-queue/index.js";
import { payerOfWork } from "../projects/index.js";
import { deleteLog } from "./delivery-log.repository.js";
import { FORGET_QUEUE } from "./queues.js";
import { removeWebhook } from "./webhook.repository.js";
import { unknownWebhook } from "./webhooks.policy.js";

/**
 * Deletes a webhook; a task removes its log and its pending deliveries. Throws `not_found` when it is already
 * deleted.
 */
export async function deleteWebhook(
  host: Pick<Host, "transact" | "tasks">,
  { id, projectId }: Pick<Webhook, "id" | "projectId">,
): Promise<void> {
  await host.transact(async (tx) => {
    if (!(await removeWebhook(tx, id))) throw unknownWebhook();
    await host.tasks.enqueue(tx, {
      queue: FORGET_QUEUE,
      subject: id,
      payer: await payerOfWork(tx, projectId),
    });
  });
}

/** Removes the deliveries of deleted webhooks. */
export const forgetDeliveries = (host: Pick<Host, "read" | "transact">): TaskHandler => ({
  queue: FORGET_QUEUE,
  concurrency: 1,
  maxAttempts: Number.MAX_SAFE_INTEGER,
  run: (task) => forget(host, task),
});

async function forget(
  host: Pick<Host, "read" | "transact">,
  { subject, signal }: ClaimedTask,
): Promise<TaskOutcome> {
  const isDone = await deleteLog(host, { webhookId: subject, signal });
  return isDone ? undefined : { again: { afterMs: 0 } };
}
