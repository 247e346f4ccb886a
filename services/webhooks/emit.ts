import { v7 } from "uuid";
import type { ContentEvent } from "../../contracts/content-events.js";
import type { Host } from "../../runtime/host.js";
import type { Tx } from "../../runtime/transaction.js";
import { makePayload } from "./make-payload.js";
import { queueFor } from "./queues.js";
import { type Listener, findListeners } from "./webhook.repository.js";
import { WebhookDelivery } from "../../entities/webhook-delivery.js";

/** In characters. A copy costs a server about as much as reading a body of this length. */
const LONG = 16 * 1024;

const SHARED =
  "projectId, event, documentId, payload, body, status, attempts, rung, nextAttemptAt, createdAt, completedAt";
const COPY = `INSERT INTO webhook_deliveries (id, webhookId, ${SHARED})
  SELECT ?, ?, ${SHARED} FROM webhook_deliveries WHERE id = ?`;

/**
 * Writes the deliveries of one event, which differ in their ids and webhooks only. A long body is escaped and sent to a
 * server once, however many webhooks there are: 100 of 256 KB would keep the process and the document for a second.
 */
async function writeDeliveries(tx: Tx, rows: readonly WebhookDelivery[]): Promise<void> {
  const [first, ...others] = rows;
  if (first === undefined) return;
  const isShort = first.body !== null && first.body.length < LONG;
  // the embedded database takes values as they are
  if (isShort || tx.database.dialect === "sqlite") return tx.insert(WebhookDelivery, [...rows]);
  await tx.insert(WebhookDelivery, first);
  for (const { id, webhookId } of others) await tx.runLater(COPY, [id, webhookId, first.id]);
}

/**
 * Sends events of one project to its webhooks: writes their deliveries in the transaction of the operation (decisions
 * 10); they are sent after the commit. Costs one indexed read in a project without webhooks, unless the caller has read
 * its listeners in the same transaction. Locks nothing.
 */
export async function emit(
  host: Pick<Host, "tasks">,
  tx: Tx,
  events: readonly ContentEvent[],
  known?: readonly Listener[],
): Promise<void> {
  const [first] = events;
  if (first === undefined) return;
  const listeners = known ?? (await findListeners(tx, first.projectId));
  if (listeners.length === 0) return;
  for (const event of events) {
    const interested = listeners.filter((webhook) => webhook.events.includes(event.kind));
    if (interested.length === 0) continue;
    const payload = makePayload(event);
    // Only URLs have to be added later.
    const isWhole = payload.media.length === 0;
    const content = {
      payload: isWhole ? null : payload,
      body: isWhole ? JSON.stringify(payload.envelope) : null,
    };
    const now = Date.now();
    const deliveries = interested.map((webhook) => ({
      webhook,
      row: {
        id: v7(),
        projectId: event.projectId,
        webhookId: webhook.id,
        event: event.kind,
        documentId: event.documentId,
        ...content,
        status: "pending" as const,
        attempts: [],
        rung: 0,
        nextAttemptAt: now,
        createdAt: now,
        completedAt: null,
      },
    }));
    await writeDeliveries(
      tx,
      deliveries.map(({ row }) => row),
    );
    // in one turn, so that they travel together
    await Promise.all(
      deliveries.map(({ webhook, row }) =>
        host.tasks.enqueue(tx, { queue: queueFor(webhook), subject: row.id, payer: webhook.id }),
      ),
    );
  }
}
