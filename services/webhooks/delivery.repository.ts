import { In } from "typeorm";
import { type WebhookAttempt, WebhookDelivery } from "../../entities/webhook-delivery.js";
import { placeholders } from "../../runtime/database/reader.js";
import type { Reader, Tx } from "../../runtime/database/transaction.js";
import type { LoggedDelivery } from "./present-delivery.js";

/** The columns of the log; they leave out the body, which may have 256 KB. */
const COLUMNS = "id, webhookId, event, documentId, status, attempts, nextAttemptAt, createdAt, completedAt";
const NEWEST = "ORDER BY createdAt DESC, id DESC";

type Row = Omit<LoggedDelivery, "attempts"> & { attempts: string };

/** Returns a page of a webhook's log, the newest delivery first. */
export async function findDeliveries(
  read: Reader,
  webhookId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<LoggedDelivery[]> {
  const rows = await read.query<Row>(
    `SELECT ${COLUMNS} FROM webhook_deliveries WHERE webhookId = ? ${NEWEST} LIMIT ? OFFSET ?`,
    [webhookId, limit, offset],
  );
  return rows.map(fromRow);
}

/** Returns the newest delivery of each webhook, by the webhook's id, in two queries for all. */
export async function findNewest(
  read: Reader,
  webhookIds: readonly string[],
): Promise<Map<string, LoggedDelivery>> {
  if (webhookIds.length === 0) return new Map();
  const newest = await read.query<{ id: string | null }>(
    `SELECT (SELECT d.id FROM webhook_deliveries d WHERE d.webhookId = w.id
        ORDER BY d.createdAt DESC, d.id DESC LIMIT 1) AS id
      FROM webhooks w WHERE w.id IN (${placeholders(webhookIds)})`,
    webhookIds,
  );
  const ids = newest.flatMap(({ id }) => id ?? []);
  if (ids.length === 0) return new Map();
  const rows = await read.query<Row>(
    `SELECT ${COLUMNS} FROM webhook_deliveries WHERE id IN (${placeholders(ids)})`,
    ids,
  );
  return new Map(rows.map((row) => [row.webhookId, fromRow(row)]));
}

/** Database servers may return numbers as text. */
const numberOrNull = (value: number | null): number | null => (value === null ? null : Number(value));

const fromRow = (row: Row): LoggedDelivery => ({
  ...row,
  attempts: JSON.parse(row.attempts) as WebhookAttempt[],
  nextAttemptAt: numberOrNull(row.nextAttemptAt),
  createdAt: Number(row.createdAt),
  completedAt: numberOrNull(row.completedAt),
});

/** Counts the deliveries in the log of a webhook. */
export const countDeliveries = (read: Reader, webhookId: string): Promise<number> =>
  read.count(WebhookDelivery, { webhookId });

/** Locks and returns a delivery's row; null unless it has all the given values. */
export const lockDelivery = (
  tx: Tx,
  where: Pick<WebhookDelivery, "id"> & Partial<Pick<WebhookDelivery, "webhookId" | "status">>,
): Promise<WebhookDelivery | null> => tx.findOneForUpdate(WebhookDelivery, where);

export async function changeDelivery(
  tx: Tx,
  { id, ...change }: Pick<WebhookDelivery, "id"> & Partial<WebhookDelivery>,
): Promise<void> {
  await tx.update(WebhookDelivery, { id }, change);
}

export async function deleteDelivery(tx: Tx, id: string): Promise<void> {
  await tx.delete(WebhookDelivery, { id });
}

/** The number of rows that one statement changes; the event loop turns between two statements. */
const BATCH = 500;

/**
 * Ends the pending deliveries of a disabled or deleted webhook as failed (rules/webhooks 8). The caller has locked or
 * deleted the webhook; tasks that are left find nothing to do.
 */
export async function endWaiting(tx: Tx, webhookId: string): Promise<void> {
  const waiting = { webhookId, status: "pending" as const };
  const ended = { status: "failed" as const, nextAttemptAt: null, completedAt: Date.now() };
  for (let isLast = false; !isLast;) {
    const ids = await tx.ids(WebhookDelivery, waiting, BATCH);
    isLast = ids.length < BATCH;
    if (ids.length > 0) await tx.update(WebhookDelivery, { ...waiting, id: In(ids) }, ended);
  }
}
