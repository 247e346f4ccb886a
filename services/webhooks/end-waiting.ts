import { WebhookDelivery } from "../../entities/webhook-delivery.js";
import type { Tx } from "../../runtime/transaction.js";

/**
 * Ends what a webhook has still to deliver as failed (decisions 10: of disabled or deleted ones). The caller has locked
 * or deleted the webhook; tasks that are left find nothing to do.
 */
export const endWaiting = (tx: Tx, webhookId: string): Promise<number> =>
  tx.update(
    WebhookDelivery,
    { webhookId, status: "pending" },
    { status: "failed", nextAttemptAt: null, completedAt: Date.now() },
  );
