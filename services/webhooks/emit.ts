import { v7 } from "uuid";
import type { ContentEvent } from "../../contracts/content-events.js";
import type { Host } from "../../runtime/process/host.js";
import { chunks } from "../../runtime/database/placeholders.js";
import type { Tx } from "../../runtime/database/transaction.js";
import { makePayload } from "./make-payload.js";
import { queueFor } from "./queues.js";
import { type Listener, findListeners } from "./webhook.repository.js";
import { WebhookDelivery } from "../../entities/webhook-delivery.js";

const TASKS_AT_ONCE = 200;

/** In characters. A copy costs a server about as much as reading a body of this length. */
const LONG = 16 * 1024;

const SHARED =
  "projectId, event, documentId, payload, body, status, attempts, rung, nextAttemptAt, createdAt, completedAt";
const COPY = `INSERT INTO webhook_deliveries (id, webhookId, ${SHARED})
  SELECT ?, ?, ${SHARED} FROM webhook_deliveries WHERE id = ?`;

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
  const isCopied = ([one]: readonly Delivery[]): boolean => one !== undefined && isLong(tx, one.row);
  const short = deliveries.filter((each) => !isCopied(each)).flat();
  if (short.length > 0)
    await tx.insert(
      WebhookDelivery,
      short.map(({ row }) => row),
    );
  for (const each of deliveries.filter(isCopied)) await insertCopies(tx, each);
  // asked for together, so that they travel together, but never so many that their text takes long
  for (const some of chunks(deliveries.flat(), TASKS_AT_ONCE))
    await Promise.all(
      some.map(({ webhook, row }) =>
        host.tasks.enqueue(tx, { queue: queueFor(webhook), subject: row.id, payer: webhook.id }),
      ),
    );
}

interface Delivery {
  webhook: Listener;
  row: WebhookDelivery;
}

/** What an event is to bring to those webhooks that listen to it. The body is built only where there is one. */
function deliveriesOf(event: ContentEvent, listeners: readonly Listener[]): Delivery[] {
  const interested = listeners.filter(({ events }) => events.includes(event.kind));
  if (interested.length === 0) return [];
  const payload = makePayload(event);
  // Only URLs have to be added later.
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

/** Whether a server is sent the body once, and copies it for the other webhooks. The embedded database takes values as they are. */
const isLong = (tx: Tx, { body }: WebhookDelivery): boolean =>
  tx.database.dialect !== "sqlite" && (body === null || body.length >= LONG);

/**
 * Writes the deliveries of one event, which differ in their ids and webhooks only. A long body is escaped and sent to a
 * server once, however many webhooks there are: 100 of 256 KB would keep the process and the document for a second.
 */
async function insertCopies(tx: Tx, [first, ...others]: readonly Delivery[]): Promise<void> {
  if (first === undefined) return;
  await tx.insert(WebhookDelivery, first.row);
  await Promise.all(others.map(({ row }) => tx.run(COPY, [row.id, row.webhookId, first.row.id])));
}
