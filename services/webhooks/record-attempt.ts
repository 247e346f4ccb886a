import type { Webhook } from "../../entities/webhook.js";
import type { WebhookAttempt, WebhookDelivery } from "../../entities/webhook-delivery.js";
import type { Host } from "../../runtime/process/host.js";
import type { ClaimedTask } from "../../engines/durable-queue/index.js";
import type { Tx } from "../../runtime/database/transaction.js";
import { changeDelivery, endWaiting, lockDelivery } from "./delivery.repository.js";
import { queueFor } from "./queues.js";
import { isSuccess } from "./send-attempt.js";
import { changeWebhook, findWebhook, lockWebhook } from "./webhook.repository.js";

/**
 * The number of attempts that a delivery keeps, the newest ones; a delivery may be retried by hand any number of
 * times.
 */
const MAX_LOGGED = 50;
const GONE = 410;
/** A receiver that takes longer than this is served from the retry queue, as one that fails is. */
const SLOW_MS = 1000;

/**
 * Records the result of an attempt and what follows from it (rules/webhooks 5 and 8): the delivery is delivered,
 * gets another attempt after the next delay of the retry schedule, or fails for good, which with a 410 also
 * disables the webhook. A null `attempt` means that the webhook is disabled and nothing was sent. A delivery that
 * was retried by hand meanwhile keeps its new schedule.
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
  // A conflict must not end the task here, or the receiver would get the event once more.
  await task.untilStored(() => host.transact(record));
}

/** Ends a delivery as failed after local failures have used up the attempts of its task, and says so in the log. */
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

/**
 * Records whether the last attempt failed or took long. After a 410, which may disable the webhook, its row is
 * locked before its deliveries.
 */
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
