import { notFound } from "../../contracts/errors.js";
import type { PaymentMessage } from "../../plugins/kit/payment-gateway.js";
import type { Host } from "../../runtime/host.js";
import { handlePaymentEvent } from "./handle-payment-event.js";
import { fromGateway } from "./require-gateway.js";
import { tellPastDue } from "./tell-past-due.js";

/**
 * A gateway's message: verified, then counted in one transaction. It counts whatever `BILLING` says, because the
 * money was taken. Throws `invalid_params` for a bad signature, `not_found` where the gateway is not configured;
 * any other failure is not 2xx, so that the gateway sends it again.
 */
export async function receiveWebhook(
  host: Host,
  gatewayId: string,
  message: PaymentMessage,
): Promise<{ received: true }> {
  const gateway = host.plugins.get("paymentGateway", gatewayId);
  if (gateway === undefined) throw notFound();
  const event = await gateway.receive(message).catch((error: unknown) => {
    throw fromGateway(error);
  });
  if (event === null) return { received: true };
  const outcome = await host.transact(async (tx) => {
    const found = await handlePaymentEvent(tx, event);
    if (found === "past-due") await tellPastDue(host, tx, event);
    return found;
  });
  host.log.info({ event: event.id, kind: event.kind, outcome }, "a payment event");
  return { received: true };
}
