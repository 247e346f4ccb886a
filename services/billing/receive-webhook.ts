import { notFound } from "../../contracts/errors.js";
import type { PaymentEvent, PaymentMessage } from "../../plugins/kit/payment-gateway.js";
import type { Host } from "../../runtime/process/host.js";
import { findBySubscription } from "./balance.repository.js";
import { handlePaymentEvent } from "./handle-payment-event.js";
import { fromReceipt } from "./require-gateway.js";
import { postMail } from "../../runtime/mail/post-mail.js";
import type { Tx } from "../../runtime/database/transaction.js";
import type { UnknownPayments } from "./unknown-payments.js";

/**
 * Verifies a gateway's message and counts it in one transaction. It counts whatever `BILLING` says, because
 * the money was taken. Throws `invalid_params` for a bad signature and `not_found` if the gateway is not
 * configured. Any other failure is not 2xx, so that the gateway sends the message again.
 */
export async function receiveWebhook(
  host: Host,
  gatewayId: string,
  message: PaymentMessage,
  unknown: UnknownPayments,
): Promise<{ received: true }> {
  const gateway = host.plugins.get("paymentGateway", gatewayId);
  if (gateway === undefined) throw notFound();
  const event = await gateway.receive(message).catch((error: unknown) => {
    throw fromReceipt(host, error);
  });
  if (event === null) return { received: true };
  const outcome = await host.transact(async (tx) => {
    const found = await handlePaymentEvent(tx, event);
    if (found === "past-due") await tellPastDue(host, tx, event);
    return found;
  });
  if (outcome === "unknown" && event.kind === "subscription.renewed") unknown.note(host, gatewayId, event);
  host.log.info({ event: event.id, kind: event.kind, outcome }, "a payment event");
  return { received: true };
}

/** Mails the account that a payment failed, once each time that its plan becomes past due. */
async function tellPastDue(
  host: Pick<Host, "baseUrl" | "keys" | "tasks">,
  tx: Tx,
  event: PaymentEvent,
): Promise<void> {
  const subscription =
    event.kind === "subscription.changed"
      ? event.state.id
      : event.kind === "subscription.past-due"
        ? event.subscription
        : null;
  const balance = subscription === null ? null : await findBySubscription(tx, subscription);
  if (balance === null) return;
  const link = `${host.baseUrl}/billing`;
  await postMail(host, tx, {
    to: { accountId: balance.id },
    subject: "Your payment failed",
    link,
    text: `The payment for your Kiln plan ${balance.tier} could not be taken.
Your plan and your credits stay for now, and the payment will be tried again. To keep the plan,
check your means of payment:

${link}
`,
  });
}
