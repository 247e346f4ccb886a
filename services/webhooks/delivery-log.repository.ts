import { In, LessThan, Not } from "typeorm";
import { WebhookDelivery } from "../../entities/webhook-delivery.js";
import { deleteAll, deleteBatch } from "../../runtime/database/delete-batch.js";
import type { Host } from "../../runtime/process/host.js";
import type { Reader } from "../../runtime/database/transaction.js";

/** The number of deliveries that one statement deletes; each may have a body of 256 KB. */
const BATCH = 100;
const NEWEST = "ORDER BY createdAt DESC, id DESC";

type Writer = Pick<Host, "read" | "transact">;

/** Deletes a batch of a webhook's deliveries. Returns true when none are left. */
export const deleteSomeOfLog = (host: Writer, webhookId: string): Promise<boolean> =>
  deleteBatch(host, WebhookDelivery, { webhookId }, BATCH);

/** Deletes the deliveries that ended before a time, batch by batch. Returns true when none are left. */
export const deleteEndedBefore = (
  host: Writer,
  { before, signal }: { before: number; signal: AbortSignal },
): Promise<boolean> =>
  deleteAll(
    host,
    signal,
    WebhookDelivery,
    { completedAt: LessThan(before), status: Not("pending" as const) },
    BATCH,
  );

/**
 * Returns the id of the next webhook, in the order of ids, that has a log. Reads the index
 * IX_webhook_deliveries_newest.
 */
export async function findNextLog(read: Reader, webhookId: string): Promise<string | undefined> {
  const [next] = await read.query<{ webhookId: string }>(
    "SELECT webhookId FROM webhook_deliveries WHERE webhookId > ? ORDER BY webhookId LIMIT 1",
    [webhookId],
  );
  return next?.webhookId;
}

interface Cursor {
  id: string;
  createdAt: number;
}

/**
 * Deletes all deliveries of a webhook but the newest `keep` and the pending ones. Reads the index once, page by
 * page.
 */
export async function shortenLog(
  { read, transact }: Writer,
  { webhookId, keep, signal }: { webhookId: string; keep: number; signal: AbortSignal },
): Promise<void> {
  const kept = await read.query<Cursor>(
    `SELECT id, createdAt FROM webhook_deliveries WHERE webhookId = ? ${NEWEST} LIMIT 1 OFFSET ${keep - 1}`,
    [webhookId],
  );
  let cursor: Cursor | undefined = kept[0];
  while (cursor !== undefined && !signal.aborted) {
    const { id, createdAt }: Cursor = cursor;
    const older: Cursor[] = await read.query<Cursor>(
      `SELECT id, createdAt FROM webhook_deliveries
        WHERE webhookId = ? AND createdAt <= ? AND (createdAt < ? OR id < ?) ${NEWEST} LIMIT ${BATCH}`,
      [webhookId, createdAt, createdAt, id],
    );
    const ids = older.map((row) => row.id);
    // A delivery that was retried by hand meanwhile is pending again and stays.
    if (ids.length > 0)
      await transact((tx) => tx.delete(WebhookDelivery, { id: In(ids), status: Not("pending") }));
    cursor = older.at(-1);
  }
}
