import { In } from "typeorm";
import { WebhookDelivery } from "../../entities/webhook-delivery.js";
import type { Tx } from "../../runtime/database/transaction.js";

/** Of rows that a statement changes: the event loop turns between two statements. */
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
