import { WebhookDelivery } from "../../entities/webhook-delivery.js";
import type { Tx } from "../../runtime/transaction.js";

/**
 * Ends the pending deliveries of a disabled or deleted webhook as failed (decisions 10). The caller has locked or
 * deleted the webhook; tasks that are left find nothing to do.
 */
export const endWaiting = (tx: Tx, webhookId: string): Promise<number> =>
  tx.update(
    WebhookDelivery,
    { webhookId, status: "pending" },
    { status: "failed", nextAttemptAt: null, completedAt: Date.now() },
  );
