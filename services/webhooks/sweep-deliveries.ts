import { In, LessThan, Not } from "typeorm";
import { WebhookDelivery } from "../../entities/webhook-delivery.js";
import { deleteAll } from "../../runtime/delete-batch.js";
import type { Host } from "../../runtime/host.js";
import { type RecurringTask, recurringTask } from "../../runtime/tasks/recurring-task.js";
import type { ClaimedTask } from "../../runtime/tasks/task-handler.js";
import { SWEEP_QUEUE } from "./queues.js";

/** How long the log keeps finished deliveries: 30 days, and the newest 1,000 of a webhook. */
const KEPT_MS = 30 * 24 * 3600_000;
const KEPT = 1000;
const EVERY_MS = 3600_000;
/** Rows may have a body of 256 KB. */
const BATCH = 100;

/** Shortens the delivery logs. */
export const sweepDeliveries = (host: Host): RecurringTask =>
  recurringTask(host, { queue: SWEEP_QUEUE, everyMs: EVERY_MS, run: (task) => sweep(host, task) });

async function sweep(host: Host, { signal }: ClaimedTask): Promise<void> {
  const old = { completedAt: LessThan(Date.now() - KEPT_MS), status: Not("pending" as const) };
  await deleteAll(host, signal, WebhookDelivery, old, BATCH);
  const full = await host.read.query<{ webhookId: string }>(
    `SELECT webhookId FROM webhook_deliveries GROUP BY webhookId HAVING COUNT(*) > ${KEPT}`,
  );
  for (const { webhookId } of full) while (!signal.aborted) if (await shorten(host, webhookId)) break;
}

/** Deletes one batch of a webhook's deliveries beyond the newest 1,000. True: none are left. */
async function shorten({ read, transact }: Host, webhookId: string): Promise<boolean> {
  const rows = await read.query<{ id: string; status: string }>(
    `SELECT id, status FROM webhook_deliveries WHERE webhookId = ?
      ORDER BY createdAt DESC, id DESC LIMIT 100000 OFFSET ${KEPT}`,
    [webhookId],
  );
  const ids = rows.filter(({ status }) => status !== "pending").map(({ id }) => id);
  const batch = ids.slice(-BATCH);
  if (batch.length > 0) await transact((tx) => tx.delete(WebhookDelivery, { id: In(batch) }));
  return ids.length <= BATCH;
}
