import type { Host } from "../../runtime/process/host.js";
import { type RecurringTask, recurringTask, type ClaimedTask } from "../../engines/durable-queue/index.js";
import { deleteEndedBefore, findNextLog, shortenLog } from "./delivery-log.repository.js";
import { SWEEP_QUEUE } from "./queues.js";

/** The log keeps finished deliveries for 30 days, and at most the newest 1,000 of a webhook. */
const KEPT_MS = 30 * 24 * 3600_000;
const KEPT = 1000;
const EVERY_MS = 3600_000;

/** Returns the task that shortens the delivery logs each hour. */
export const sweepDeliveries = (host: Pick<Host, "read" | "transact" | "tasks">): RecurringTask =>
  recurringTask(host, { queue: SWEEP_QUEUE, everyMs: EVERY_MS, run: (task) => sweep(host, task) });

async function sweep(host: Pick<Host, "read" | "transact">, { signal }: ClaimedTask): Promise<void> {
  await deleteEndedBefore(host, { before: Date.now() - KEPT_MS, signal });
  let webhookId = await findNextLog(host.read, "");
  while (webhookId !== undefined && !signal.aborted) {
    await shortenLog(host, { webhookId, keep: KEPT, signal });
    webhookId = await findNextLog(host.read, webhookId);
  }
}
