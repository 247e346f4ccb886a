import type { WebhookAttempt } from "../../entities/webhook-delivery.js";
import { placeholders } from "../../runtime/database/placeholders.js";
import type { Reader } from "../../runtime/database/transaction.js";
import type { LoggedDelivery } from "./present-delivery.js";

/** Bodies may have 256 KB, so the log does not read them. */
const COLUMNS = "id, webhookId, event, documentId, status, attempts, nextAttemptAt, createdAt, completedAt";
const NEWEST = "ORDER BY createdAt DESC, id DESC";

type Row = Omit<LoggedDelivery, "attempts"> & { attempts: string };

/** The log of a webhook, newest first. */
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

/** The newest delivery of each webhook, by the webhook's id. Two queries for all. */
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
