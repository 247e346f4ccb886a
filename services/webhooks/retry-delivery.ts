import { notFound, ServiceError } from "../../contracts/errors.js";
import type { WebhookDelivery } from "../../entities/webhook-delivery.js";
import type { Host } from "../../runtime/process/host.js";
import { changeDelivery, lockDelivery } from "./delivery.repository.js";
import { payerOf, queueFor, RETRY_QUEUE, SEND_QUEUE } from "./queues.js";
import { lockWebhook } from "./webhook.repository.js";
import { unknownWebhook } from "./webhooks.policy.js";

/**
 * Queues a delivery again, whatever its state, due now and with a new retry schedule (rules/webhooks 7); it
 * keeps its id and body. Throws `not_found` for a delivery of another webhook, `conflict` while the webhook is
 * disabled.
 */
export async function retryDelivery(
  host: Pick<Host, "transact" | "tasks">,
  { id: webhookId, ownerId }: { id: string; ownerId: string },
  deliveryId: string,
): Promise<WebhookDelivery> {
  return host.transact(async (tx) => {
    const webhook = await lockWebhook(tx, webhookId);
    if (webhook === null) throw unknownWebhook();
    const delivery = await lockDelivery(tx, { id: deliveryId, webhookId });
    if (delivery === null) throw notFound("There is no such delivery.");
    if (!webhook.isEnabled)
      throw new ServiceError("conflict", "The webhook is disabled. Enable it before you retry.");
    const now = Date.now();
    // An attempt in progress sees by the different time that the schedule is no longer its own.
    const nextAttemptAt = now === delivery.nextAttemptAt ? now + 1 : now;
    const change = { status: "pending" as const, rung: 0, nextAttemptAt, completedAt: null };
    await changeDelivery(tx, { id: deliveryId, ...change });
    for (const queue of [SEND_QUEUE, RETRY_QUEUE]) await host.tasks.drop(tx, queue, deliveryId);
    await host.tasks.enqueue(tx, {
      queue: queueFor(webhook),
      subject: deliveryId,
      payer: payerOf({ id: webhookId, ownerId }),
    });
    return { ...delivery, ...change };
  });
}
