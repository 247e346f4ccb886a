import type { TaskHandler } from "../../engines/durable-queue/index.js";
import type { Checkout } from "../../entities/checkout.js";
import { PaymentError } from "../../plugins/kit/payment-gateway.js";
import type { Host } from "../../runtime/process/host.js";
import { closeCheckout, findCheckout, findOpenPlanLinks } from "./checkout.repository.js";

export const CLOSE_LINKS = "billing.close-links";
const BATCH = 100;

/**
 * Closes the other open links for plans of an account whose plan was paid, so that nobody pays for two plans
 * (rules/billing 47). The subject is the paid checkout. A link that is paid meanwhile counts by its own event.
 */
export const closeLinks = (host: Pick<Host, "plugins" | "read" | "transact">): TaskHandler => ({
  queue: CLOSE_LINKS,
  concurrency: 2,
  // With pauses of up to five minutes these attempts outlast the 24 hours of a link.
  maxAttempts: 400,
  async run({ subject, signal }) {
    const paid = await findCheckout(host.read, { id: subject });
    if (paid === null) return;
    const until = paid.paidAt ?? Date.now();
    while (!signal.aborted) {
      const links = await findOpenPlanLinks(host.read, { accountId: paid.accountId, until, limit: BATCH });
      for (const link of links) await closeLink(host, link);
      if (links.length < BATCH) return;
    }
  },
});

async function closeLink(
  host: Pick<Host, "plugins" | "transact">,
  { id, gateway, reference }: Checkout,
): Promise<void> {
  const driver = host.plugins.get("paymentGateway", gateway);
  if (reference !== null && driver?.closeCheckout !== undefined)
    await driver.closeCheckout(reference).catch((error: unknown) => {
      if (!(error instanceof PaymentError && error.failure === "gone")) throw error;
    });
  await host.transact((tx) => closeCheckout(tx, { id, status: "expired" }));
}
