import { In, LessThan, Not } from "typeorm";
import { WebhookDelivery } from "../../entities/webhook-delivery.js";
import { deleteAll } from "../../runtime/database/delete-batch.js";
import type { Host } from "../../runtime/process/host.js";
import { type RecurringTask, recurringTask } from "../../engines/durable-queue/recurring-task.js";
import type { ClaimedTask } from "../../engines/durable-queue/task-handler.js";
import type { Reader } from "../../runtime/database/transaction.js";
import { SWEEP_QUEUE } from "./queues.js";

/** How long the log keeps finished deliveries: 30 days, and the newest 1,000 of a webhook. */
const KEPT_MS = 30 * 24 * 3600_000;
const KEPT = 1000;
const EVERY_MS = 3600_000;
/** Rows may have a body of 256 KB. */
const BATCH = 100;
const NEWEST = "ORDER BY createdAt DESC, id DESC";

/** Shortens the delivery logs. */
export const sweepDeliveries = (host: Host): RecurringTask =>
  recurringTask(host, { queue: SWEEP_QUEUE, everyMs: EVERY_MS, run: (task) => sweep(host, task) });

async function sweep(host: Host, { signal }: ClaimedTask): Promise<void> {
  const old = { completedAt: LessThan(Date.now() - KEPT_MS), status: Not("pending" as const) };
  await deleteAll(host, signal, WebhookDelivery, old, BATCH);
  let webhookId = await nextLog(host.read, "");
  while (webhookId !== undefined && !signal.aborted) {
    await shorten(host, signal, webhookId);
    webhookId = await nextLog(host.read, webhookId);
  }
}

/** The log that follows a webhook's, in the order of their ids. */
async function nextLog(read: Reader, webhookId: string): Promise<string | undefined> {
  const [next] = await read.query<{ webhookId: string }>(
    "SELECT webhookId FROM webhook_deliveries WHERE webhookId > ? ORDER BY webhookId LIMIT 1",
    [webhookId],
  );
  return next?.webhookId;
}

interface Place {
  id: string;
  createdAt: number;
}

/** Deletes what a webhook's log has beyond the newest 1,000, but what waits. Reads an index once, from there on. */
async function shorten({ read, transact }: Host, signal: AbortSignal, webhookId: string): Promise<void> {
  const kept = await read.query<Place>(
    `SELECT id, createdAt FROM webhook_deliveries WHERE webhookId = ? ${NEWEST} LIMIT 1 OFFSET ${KEPT - 1}`,
    [webhookId],
  );
  let place: Place | undefined = kept[0];
  while (place !== undefined && !signal.aborted) {
    const { id, createdAt }: Place = place;
    const older: Place[] = await read.query<Place>(
      `SELECT id, createdAt FROM webhook_deliveries
        WHERE webhookId = ? AND createdAt <= ? AND (createdAt < ? OR id < ?) ${NEWEST} LIMIT ${BATCH}`,
      [webhookId, createdAt, createdAt, id],
    );
    const ids = older.map((row) => row.id);
    // one that is retried by hand meanwhile waits again
    if (ids.length > 0)
      await transact((tx) => tx.delete(WebhookDelivery, { id: In(ids), status: Not("pending") }));
    place = older.at(-1);
  }
}
