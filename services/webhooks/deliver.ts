import { networkPolicy } from "../../runtime/http/guarded-fetch/index.js";
import type { Host } from "../../runtime/process/host.js";
import type { ClaimedTask, TaskHandler, TaskOutcome } from "../../engines/durable-queue/task-handler.js";
import { findProject } from "../projects/index.js";
import { deleteDelivery } from "./delivery.repository.js";
import { queueFor, RETRY_QUEUE, SEND_QUEUE } from "./queues.js";
import { buryDelivery, recordAttempt } from "./record-attempt.js";
import { sendAttempt, type Shipment } from "./send-attempt.js";
import { findBody, findSending, type Receiving, type Sending } from "./sending.repository.js";
import { pauseFor, SendingRoom } from "./sending-room.js";
import { deliveryHeaders } from "./sign-delivery.js";
import { openSecret } from "./webhook-secret.js";
import { writeBody } from "./write-body.js";

/** Retries of local failures, such as a storage outage; about an hour with the queue's backoff. */
const MAX_ATTEMPTS = 20;

/** A receiver that takes longer keeps nobody else from a slot, and gets no further one meanwhile. */
const LINGERS_MS = 500;

/** Of a queue: the attempts at once that do not linger yet, those of one webhook, and those that linger. */
interface Limits {
  queue: string;
  concurrency: number;
  perPayer: number;
  lingering: { afterMs: number; most: number };
}
const LIMITS: readonly Limits[] = [
  { queue: SEND_QUEUE, concurrency: 256, perPayer: 8, lingering: { afterMs: LINGERS_MS, most: 512 } },
  { queue: RETRY_QUEUE, concurrency: 64, perPayer: 4, lingering: { afterMs: LINGERS_MS, most: 256 } },
];

/**
 * Sends deliveries to their receivers. Sending mostly waits, so many run at once, but few of one webhook. Webhooks
 * whose last attempt failed or took long have a queue of their own, so that a receiver that hangs delays only such
 * others, and those for half a second. `SendingRoom` bounds what one owner has in hand.
 */
export function deliverTasks(host: Host): TaskHandler[] {
  const attempts = LIMITS.map(({ queue, concurrency, lingering }) => [queue, concurrency + lingering.most]);
  const room = new SendingRoom(Object.fromEntries(attempts) as Record<string, number>);
  return LIMITS.map((limits) => ({
    ...limits,
    maxAttempts: MAX_ATTEMPTS,
    run: (task) => deliver(host, room, task),
    bury: (tx, task) => buryDelivery(tx, task),
  }));
}

async function deliver(host: Host, room: SendingRoom, task: ClaimedTask): Promise<TaskOutcome> {
  const delivery = await findSending(host.read, task.subject);
  if (delivery === null || delivery.status !== "pending") return undefined;
  const { webhook } = delivery;
  if (webhook === null) return dropDelivery(host, task);
  if (!webhook.isEnabled) return recordAttempt(host, task, delivery, null);
  if (task.queue !== queueFor(webhook) && webhook.isTroubled) return stepAside(host, task);
  const leave = room.enter(task.queue, await ownerOf(host, delivery.projectId), delivery.bytes);
  if (leave === null)
    return { again: { afterMs: pauseFor(delivery.nextAttemptAt ?? delivery.createdAt), nothingYet: true } };
  try {
    const shipment = await prepare(host, task, delivery, webhook);
    if (shipment === null) return undefined;
    host.fault("webhooks.sending");
    const attempt = await sendAttempt(shipment, task.signal);
    host.fault("webhooks.sent");
    return await recordAttempt(host, task, delivery, attempt);
  } finally {
    leave();
  }
}

/** Whose room a delivery takes: all projects of an account have one together. */
const ownerOf = async ({ read }: Host, projectId: string): Promise<string> =>
  (await findProject(read, projectId))?.ownerId ?? projectId;

/**
 * What an attempt sends; null where the delivery was deleted meanwhile. The text of the body does not outlive this function: for as long as
 * a receiver hangs the process has its bytes once.
 */
async function prepare(
  host: Host,
  task: ClaimedTask,
  { event, projectId }: Sending,
  { url, sealedSecret }: Receiving,
): Promise<Shipment | null> {
  const stored = await findBody(host.read, task.subject);
  if (stored === null) return null;
  const { payload } = stored;
  const body = stored.body ?? (payload === null ? null : await writeBody(host, task, projectId, payload));
  if (body === null) throw new Error("A delivery has neither a body nor what it is made from.");
  const message = { deliveryId: task.subject, event, body };
  return {
    url,
    headers: deliveryHeaders(openSecret(host.keys, sealedSecret), message, Date.now()),
    body: Buffer.from(body),
    policy: networkPolicy(host.config),
  };
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
