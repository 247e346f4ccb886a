import { networkPolicy } from "../../runtime/http/guarded-fetch/index.js";
import type { Host } from "../../runtime/process/host.js";
import type { ClaimedTask, TaskHandler } from "../../engines/durable-queue/index.js";
import { BodiesInHand } from "./bodies-in-hand.js";
import { deleteDelivery } from "./delivery.repository.js";
import { ownerIn, queueFor, RETRY_QUEUE, SEND_QUEUE } from "./queues.js";
import { buryDelivery, recordAttempt } from "./record-attempt.js";
import { sendAttempt, type Shipment } from "./send-attempt.js";
import { findBody, findSending, type Receiving, type Sending } from "./sending.repository.js";
import { deliveryHeaders } from "./sign-delivery.js";
import { openSecret } from "./webhook-secret.js";
import { writeBody } from "./write-body.js";

/** Retries of local failures, such as a storage outage; about an hour with the queue's backoff. */
const MAX_ATTEMPTS = 20;

/** A receiver that takes longer keeps nobody else from a slot, and gets no further one meanwhile. */
const LINGERS_MS = 500;

/**
 * Sends deliveries to their receivers. Sending mostly waits, so many run at once, but few of one webhook, and of one owner no more than
 * leaves room for others. Webhooks whose last attempt failed or took long have a queue of their own, so that a receiver that hangs
 * delays only such others, and those for half a second.
 */
export function deliverTasks(host: Host, bodies = new BodiesInHand()): TaskHandler[] {
  return [
    { queue: SEND_QUEUE, concurrency: 256, perPayer: 8, lingering: { afterMs: LINGERS_MS, most: 1536 } },
    { queue: RETRY_QUEUE, concurrency: 64, perPayer: 4, lingering: { afterMs: LINGERS_MS, most: 512 } },
  ].map((limits) => ({
    ...limits,
    isGrouped: true,
    maxAttempts: MAX_ATTEMPTS,
    run: (task) => deliver(host, bodies, task),
    bury: (tx, task) => buryDelivery(tx, task),
  }));
}

async function deliver(host: Host, bodies: BodiesInHand, task: ClaimedTask): Promise<void> {
  const delivery = await findReady(host, task);
  if (delivery === null) return;
  // A short body is in memory already.
  if (delivery.shortBody !== null) return attempt(host, task, delivery, () => {});
  const { webhookId: webhook, bytes } = delivery;
  const leave = await bodies.enter({ owner: ownerIn(task.payer), webhook, bytes }, task.signal);
  try {
    // The webhook or the delivery may have changed while the body waited for room.
    const ready = await findReady(host, task);
    if (ready?.nextAttemptAt === delivery.nextAttemptAt) await attempt(host, task, ready, leave);
  } finally {
    leave();
  }
}

type Ready = Sending & { webhook: Receiving };

/** Returns the delivery that is to be sent now, or null where nothing is sent; what follows from that is done then. */
async function findReady(host: Host, task: ClaimedTask): Promise<Ready | null> {
  const delivery = await findSending(host.read, task.subject);
  if (delivery === null || delivery.status !== "pending") return null;
  const { webhook } = delivery;
  if (webhook === null) await dropDelivery(host, task);
  else if (!webhook.isEnabled) await recordAttempt(host, task, delivery, null);
  else if (task.queue !== queueFor(webhook) && webhook.isTroubled) await stepAside(host, task);
  else return { ...delivery, webhook };
  return null;
}

/** Sends a delivery and records what came of it. Calls `leave` once its body has been handed to the network. */
async function attempt(host: Host, task: ClaimedTask, delivery: Ready, leave: () => void): Promise<void> {
  const shipment = await prepare(host, task, delivery);
  if (shipment === null) return;
  // The shipment has the body as bytes now, and lets go of them when they are sent.
  delivery.shortBody = null;
  host.fault?.("webhooks.sending");
  const result = await sendAttempt(shipment, { signal: task.signal, sent: leave });
  host.fault?.("webhooks.sent");
  await recordAttempt(host, task, delivery, result);
}

/** Returns the shipment of an attempt, or null where the delivery was deleted meanwhile. Nothing else retains the text of a long body. */
async function prepare(host: Host, task: ClaimedTask, delivery: Ready): Promise<Shipment | null> {
  const { url, sealedSecret } = delivery.webhook;
  const body = delivery.shortBody ?? (await longBody(host, task, delivery));
  if (body === null) return null;
  const message = { deliveryId: delivery.id, event: delivery.event, body };
  return {
    url,
    headers: deliveryHeaders(openSecret(host.keys, sealedSecret), message, Date.now()),
    body: Buffer.from(body),
    policy: networkPolicy(host.config),
  };
}

/** A long body, or one that is made now; null where the delivery was deleted meanwhile. */
async function longBody(
  host: Pick<Host, "read" | "transact" | "storage">,
  task: ClaimedTask,
  { projectId }: Sending,
): Promise<string | null> {
  const stored = await findBody(host.read, task.subject);
  if (stored === null || stored.body !== null) return stored?.body ?? null;
  if (stored.payload === null) throw new Error("A delivery has neither a body nor what it is made from.");
  return writeBody(host, task, projectId, stored.payload);
}

/** Deliveries that were queued before the receiver failed move to the retry queue. */
const stepAside = (host: Pick<Host, "transact" | "tasks">, task: ClaimedTask): Promise<void> =>
  host.transact(async (tx) => {
    await task.complete(tx);
    await host.tasks.enqueue(tx, { queue: RETRY_QUEUE, subject: task.subject, payer: task.payer });
  });

/** Emitted while the webhook was being deleted. */
const dropDelivery = (host: Pick<Host, "transact">, task: ClaimedTask): Promise<void> =>
  host.transact(async (tx) => {
    await deleteDelivery(tx, task.subject);
    await task.complete(tx);
  });
