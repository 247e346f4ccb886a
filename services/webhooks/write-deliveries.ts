import { WebhookDelivery } from "../../entities/webhook-delivery.js";
import type { Tx } from "../../runtime/transaction.js";

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
export async function writeDeliveries(tx: Tx, rows: readonly WebhookDelivery[]): Promise<void> {
  const [first, ...others] = rows;
  if (first === undefined) return;
  const isShort = first.body !== null && first.body.length < LONG;
  // the embedded database takes values as they are
  if (isShort || tx.database.dialect === "sqlite") return tx.insert(WebhookDelivery, [...rows]);
  await tx.insert(WebhookDelivery, first);
  for (const { id, webhookId } of others) await tx.runLater(COPY, [id, webhookId, first.id]);
}
