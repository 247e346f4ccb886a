import { WebhookDelivery } from "../../entities/webhook-delivery.js";
import type { Reader, Tx } from "../../runtime/database/transaction.js";

/** The columns of a webhook that an event needs. */
export interface Listener {
  id: string;
  /** Id of the account that owns the webhook's project. */
  ownerId: string;
  events: readonly string[];
  isTroubled: boolean;
}

/**
 * SQL condition that a project has an enabled webhook, for a statement that asks more of the project. Its
 * parameter is the project's id.
 */
export const HAS_LISTENERS = "EXISTS (SELECT 1 FROM webhooks WHERE projectId = ? AND isEnabled = 1)";

/** Returns the enabled webhooks of a project, by one read of an index. */
export async function findListeners(read: Reader, projectId: string): Promise<Listener[]> {
  const rows = await read.query<{ id: string; ownerId: string; events: string; isTroubled: number }>(
    `SELECT w.id, p.ownerId, w.events, w.isTroubled FROM webhooks w JOIN projects p ON p.id = w.projectId
      WHERE w.projectId = ? AND w.isEnabled = 1`,
    [projectId],
  );
  return rows.map(({ id, ownerId, events, isTroubled }) => ({
    id,
    ownerId,
    events: JSON.parse(events) as string[],
    isTroubled: Number(isTroubled) === 1,
  }));
}

/** Number of characters from which a body is long. A copy costs a server about as much as reading a body of this length. */
const LONG = 16 * 1024;

const SHARED =
  "projectId, event, documentId, payload, body, status, attempts, rung, nextAttemptAt, createdAt, completedAt";
const COPY = `INSERT INTO webhook_deliveries (id, webhookId, ${SHARED})
  SELECT ?, ?, ${SHARED} FROM webhook_deliveries WHERE id = ?`;

/**
 * Writes the deliveries of some events. Those of one event differ in their ids and webhooks only. The short ones of all events
 * share an insert; a long body goes to a database server once and is copied there. Locks nothing that is there already.
 */
export async function insertDeliveries(
  tx: Tx,
  byEvent: readonly (readonly WebhookDelivery[])[],
): Promise<void> {
  const isCopied = ([first]: readonly WebhookDelivery[]): boolean => first !== undefined && isLong(tx, first);
  const short = byEvent.filter((each) => !isCopied(each)).flat();
  if (short.length > 0) await tx.insert(WebhookDelivery, short);
  for (const each of byEvent.filter(isCopied)) await insertCopies(tx, each);
}

/** Returns true when a server is sent the body once and copies it for the other webhooks. The embedded database takes values as they are. */
const isLong = (tx: Tx, { body }: WebhookDelivery): boolean =>
  tx.database.dialect !== "sqlite" && (body === null || body.length >= LONG);

/**
 * Writes the deliveries of one event. A long body is escaped and sent to a server once, however many webhooks there are:
 * 100 of 256 KB would keep the process and the document for a second.
 */
async function insertCopies(tx: Tx, [first, ...others]: readonly WebhookDelivery[]): Promise<void> {
  if (first === undefined) return;
  await tx.insert(WebhookDelivery, first);
  await Promise.all(others.map(({ id, webhookId }) => tx.run(COPY, [id, webhookId, first.id])));
}
