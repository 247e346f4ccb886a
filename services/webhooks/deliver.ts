import { networkPolicy } from "../../runtime/http/guarded-fetch/index.js";
import type { Host } from "../../runtime/process/host.js";
import type { ClaimedTask, TaskHandler } from "../../engines/durable-queue/task-handler.js";
import { deleteDelivery, findDelivery } from "./delivery.repository.js";
import { queueFor, RETRY_QUEUE, SEND_QUEUE } from "./queues.js";
import { buryDelivery, recordAttempt } from "./record-attempt.js";
import { sendAttempt } from "./send-attempt.js";
import { deliveryHeaders } from "./sign-delivery.js";
import { findWebhook } from "./webhook.repository.js";
import { openSecret } from "./webhook-secret.js";
import { writeBody } from "./write-body.js";

/** Retries of local failures, such as a storage outage; about an hour with the queue's backoff. */
const MAX_ATTEMPTS = 20;

/** A receiver that takes longer keeps nobody else from a slot, and gets no further one meanwhile. */
const LINGERS_MS = 500;

/**
 * Sends deliveries to their receivers. Sending mostly waits, so many run at once, but few of one webhook. Webhooks
 * whose last attempt failed or took long have a queue of their own, so that a receiver that hangs delays only such
 * others, and those for half a second.
 */
export const deliverTasks = (host: Host): TaskHandler[] =>
  [
    { queue: SEND_QUEUE, concurrency: 256, perPayer: 8, lingering: { afterMs: LINGERS_MS, most: 512 } },
    { queue: RETRY_QUEUE, concurrency: 64, perPayer: 4, lingering: { afterMs: LINGERS_MS, most: 256 } },
  ].map((limits) => ({
    ...limits,
    maxAttempts: MAX_ATTEMPTS,
    run: (task) => deliver(host, task),
    bury: (tx, task) => buryDelivery(tx, task),
  }));

async function deliver(host: Host, task: ClaimedTask): Promise<void> {
  const delivery = await findDelivery(host.read, task.subject);
  if (delivery === null || delivery.status !== "pending") return;
  const webhook = await findWebhook(host.read, delivery.webhookId);
  if (webhook === null) return dropDelivery(host, task);
  if (!webhook.isEnabled) return recordAttempt(host, task, delivery, null);
  if (task.queue !== queueFor(webhook) && webhook.isTroubled) return stepAside(host, task);
  const { payload, projectId } = delivery;
  const body = delivery.body ?? (payload === null ? null : await writeBody(host, task, projectId, payload));
  if (body === null) throw new Error("A delivery has neither a body nor what it is made from.");
  host.fault?.("webhooks.sending");
  const message = { deliveryId: delivery.id, event: delivery.event, body };
  const attempt = await sendAttempt(
    {
      url: webhook.url,
      headers: deliveryHeaders(openSecret(host.keys, webhook.sealedSecret), message, Date.now()),
      body,
      policy: networkPolicy(host.config),
    },
    task.signal,
  );
  host.fault?.("webhooks.sent");
  await recordAttempt(host, task, delivery, attempt);
}

/** Deliveries that were queued before the receiver failed move to the retry queue. */
const stepAside = (host: Host, task: ClaimedTask): Promise<void> =>
  host.transact(async (tx) => {
    await task.complete(tx);
    await host.tasks.enqueue(tx, { queue: RETRY_QUEUE, subject: task.subject, payer: task.payer });
  });

/** Emitted while the webhook was being deleted. */
const dropDelivery = (host: Host, task: ClaimedTask): Promise<void> =>
  host.transact(async (tx) => {
    await deleteDelivery(tx, task.subject);
    await task.complete(tx);
  });
