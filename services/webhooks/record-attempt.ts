import type { Webhook } from "../../entities/webhook.js";
import type { WebhookAttempt, WebhookDelivery } from "../../entities/webhook-delivery.js";
import type { Host } from "../../runtime/process/host.js";
import type { ClaimedTask } from "../../engines/durable-queue/task-handler.js";
import type { Tx } from "../../runtime/database/transaction.js";
import { changeDelivery, endWaiting, lockDelivery } from "./delivery.repository.js";
import { queueFor } from "./queues.js";
import { isSuccess } from "./send-attempt.js";
import { changeWebhook, findWebhook, lockWebhook } from "./webhook.repository.js";

/** The most attempts that a delivery keeps, the newest ones; it may be retried by hand any number of times. */
const MAX_LOGGED = 50;
const GONE = 410;
/** A receiver that takes longer is served from the queue of those that fail. */
const SLOW_MS = 1000;

/**
 * Records the result of an attempt and what follows (rules/webhooks 5 and 8): delivered, another attempt after the next delay
 * of the retry schedule, or failed for good, which with 410 disables the webhook. Null: the webhook is
 * disabled and nothing was sent. A manual retry that came meanwhile keeps its new schedule.
 */
export async function recordAttempt(
  host: Pick<Host, "transact" | "tasks" | "config">,
  task: ClaimedTask,
  begun: Pick<WebhookDelivery, "webhookId" | "nextAttemptAt">,
  attempt: WebhookAttempt | null,
): Promise<void> {
  const record = async (tx: Tx): Promise<void> => {
    const webhook = await noteTrouble(tx, begun.webhookId, attempt);
    const row = await lockDelivery(tx, { id: task.subject });
    await task.complete(tx);
    if (row === null) return;
    const now = Date.now();
    const attempts = attempt === null ? row.attempts : logged(row, attempt);
    const set = (
      change: Partial<Pick<WebhookDelivery, "status" | "rung" | "nextAttemptAt" | "completedAt">>,
    ) => changeDelivery(tx, { id: row.id, attempts, ...change });
    if (attempt !== null && isSuccess(attempt.statusCode))
      return set({ status: "delivered", nextAttemptAt: null, completedAt: now });
    if (row.status !== "pending" || row.nextAttemptAt !== begun.nextAttemptAt) return set({});
    const rung = row.rung + 1;
    const waitSeconds = host.config.webhookRetrySeconds[row.rung];
    if (attempt === null || webhook === null || !webhook.isEnabled || waitSeconds === undefined) {
      await set({ status: "failed", rung, nextAttemptAt: null, completedAt: now });
      if (attempt?.statusCode === GONE) await disable(tx, row.webhookId);
      return;
    }
    const afterMs = waitSeconds * 1000;
    await set({ rung, nextAttemptAt: now + afterMs });
    await host.tasks.enqueue(tx, {
      queue: queueFor(webhook),
      subject: row.id,
      payer: task.payer,
      afterMs,
    });
  };
  // Otherwise the receiver would get the event once more.
  await task.inSpiteOfConflicts(() => host.transact(record));
}

/** Local failures have used up the task's attempts: the delivery fails with it, and its log says so. */
export async function buryDelivery(tx: Tx, { subject }: ClaimedTask): Promise<void> {
  const row = await lockDelivery(tx, { id: subject, status: "pending" });
  if (row === null) return;
  const at = Date.now();
  const attempt = { at, statusCode: null, durationMs: 0, error: "Kiln could not send it; its log says why." };
  await changeDelivery(tx, {
    id: subject,
    attempts: logged(row, attempt),
    status: "failed",
    nextAttemptAt: null,
    completedAt: at,
  });
}

const logged = ({ attempts }: WebhookDelivery, attempt: WebhookAttempt): WebhookAttempt[] =>
  [...attempts, attempt].slice(-MAX_LOGGED);

/** Keeps whether the last attempt failed or took long. A 410 may disable the webhook, whose row is locked before its deliveries'. */
async function noteTrouble(tx: Tx, id: string, attempt: WebhookAttempt | null): Promise<Webhook | null> {
  const webhook = attempt?.statusCode === GONE ? await lockWebhook(tx, id) : await findWebhook(tx, id);
  if (webhook === null || attempt === null) return webhook;
  const isTroubled = !isSuccess(attempt.statusCode) || attempt.durationMs > SLOW_MS;
  if (isTroubled !== webhook.isTroubled) await changeWebhook(tx, { id, isTroubled });
  return { ...webhook, isTroubled };
}

async function disable(tx: Tx, id: string): Promise<void> {
  await changeWebhook(tx, { id, isEnabled: false, updatedAt: Date.now() });
  await endWaiting(tx, id);
}
