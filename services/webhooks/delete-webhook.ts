import type { Webhook } from "../../entities/webhook.js";
import type { Host } from "../../runtime/process/host.js";
import type { TaskHandler } from "../../engines/durable-queue/index.js";
import { payerOfWork } from "../projects/index.js";
import { deleteSomeOfLog } from "./delivery-log.repository.js";
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

/** The milliseconds that the task works on a log before the logs of other accounts get their turn. */
const TURN_MS = 5000;

/** Removes the deliveries of deleted webhooks. A long log takes several turns, of a batch at least. */
export const forgetDeliveries = (host: Pick<Host, "read" | "transact">, turnMs = TURN_MS): TaskHandler => ({
  queue: FORGET_QUEUE,
  concurrency: 1,
  maxAttempts: Number.MAX_SAFE_INTEGER,
  async run({ subject, signal }) {
    const until = performance.now() + turnMs;
    while (!(await deleteSomeOfLog(host, subject)))
      if (signal.aborted || performance.now() > until) return { again: { afterMs: 0 } };
    return undefined;
  },
});
