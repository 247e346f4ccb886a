import { PaymentError } from "../../plugins/kit/payment-gateway.js";
import type { Host } from "../../runtime/process/host.js";
import type { Tx } from "../../runtime/database/transaction.js";
import { enqueue, type TaskHandler } from "../../engines/durable-queue/index.js";

export const END_REPLACED = "billing.end-replaced";

/** Has a subscription of an account ended at its gateway by a task, after this transaction has committed. */
export async function endLater(
  tx: Tx,
  { gateway, subscription, payer }: { gateway: string; subscription: string; payer: string },
): Promise<void> {
  await enqueue(tx, { queue: END_REPLACED, subject: `${gateway}:${subscription}`, payer });
}

/** Ends subscriptions at their gateways beside which an account has another one, so that nobody pays for both. */
export const endReplaced = (host: Pick<Host, "plugins">): TaskHandler => ({
  queue: END_REPLACED,
  concurrency: 2,
  // With pauses of up to five minutes these attempts last about a week.
  maxAttempts: 2000,
  async run({ subject }) {
    const [id = "", ...rest] = subject.split(":");
    const gateway = host.plugins.get("paymentGateway", id);
    if (gateway === undefined)
      throw new Error(`The gateway ${id} is not configured; end the subscription there by hand.`);
    await gateway.endSubscription(rest.join(":")).catch((error: unknown) => {
      if (!(error instanceof PaymentError && error.failure === "gone")) throw error;
    });
  },
});
