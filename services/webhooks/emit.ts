import { v7 } from "uuid";
import type { ContentEvent } from "../../contracts/content-events.js";
import type { Host } from "../../runtime/process/host.js";
import { chunks } from "../../runtime/database/reader.js";
import type { Tx } from "../../runtime/database/transaction.js";
import { findListeners, insertDeliveries, type Listener } from "./emit.repository.js";
import { makePayload } from "./make-payload.js";
import { payerOf, queueFor } from "./queues.js";
import type { WebhookDelivery } from "../../entities/webhook-delivery.js";

const TASKS_AT_ONCE = 200;

/**
 * Sends events of one project to its webhooks: writes their deliveries in the transaction of the operation (rules/webhooks
 * 2); they are sent after the commit. Costs one indexed read in a project without webhooks, unless the caller has read
 * its listeners in the same transaction. Locks nothing.
 */
export async function emitAll(
  host: Pick<Host, "tasks">,
  tx: Tx,
  events: readonly ContentEvent[],
  known?: readonly Listener[],
): Promise<void> {
  const [first] = events;
  if (first === undefined) return;
  const listeners = known ?? (await findListeners(tx, first.projectId));
  const deliveries = events.map((event) => deliveriesOf(event, listeners)).filter(({ length }) => length > 0);
  await insertDeliveries(
    tx,
    deliveries.map((each) => each.map(({ row }) => row)),
  );
  // The statements of a chunk travel together; a chunk is small enough that building its SQL does not take long.
  for (const some of chunks(deliveries.flat(), TASKS_AT_ONCE))
    await Promise.all(
      some.map(({ webhook, row }) =>
        host.tasks.enqueue(tx, { queue: queueFor(webhook), subject: row.id, payer: payerOf(webhook) }),
      ),
    );
}

interface Delivery {
  webhook: Listener;
  row: WebhookDelivery;
}

/**
 * Returns the deliveries of an event to the webhooks that listen to it. The payload is built only when there is
 * one.
 */
function deliveriesOf(event: ContentEvent, listeners: readonly Listener[]): Delivery[] {
  const interested = listeners.filter(({ events }) => events.includes(event.kind));
  if (interested.length === 0) return [];
  const payload = makePayload(event);
  // A body without media needs no signed URLs, so it is complete now.
  const isWhole = payload.media.length === 0;
  const now = Date.now();
  const content = {
    projectId: event.projectId,
    event: event.kind,
    documentId: event.documentId,
    payload: isWhole ? null : payload,
    body: isWhole ? JSON.stringify(payload.envelope) : null,
    status: "pending" as const,
    attempts: [],
    rung: 0,
    nextAttemptAt: now,
    createdAt: now,
    completedAt: null,
  };
  return interested.map((webhook) => ({ webhook, row: { id: v7(), webhookId: webhook.id, ...content } }));
}
