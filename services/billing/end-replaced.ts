import { PaymentError } from "../../plugins/kit/payment-gateway.js";
import type { Host } from "../../runtime/process/host.js";
import type { TaskHandler } from "../../engines/durable-queue/index.js";

export const END_REPLACED = "billing.end-replaced";

/** Returns a task's subject: the gateway and its id of the subscription. */
export const replacedSubject = (gateway: string, subscription: string): string =>
  `${gateway}:${subscription}`;

/** Ends subscriptions at their gateways that another plan has replaced, so that nobody pays for both. */
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
