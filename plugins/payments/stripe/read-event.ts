import type { Stripe } from "stripe";
import type { PaymentEvent } from "../../kit/payment-gateway.js";
import { idOf } from "./id-of.js";
import { readInvoice } from "./read-invoice.js";
import { readRefund } from "./read-refund.js";
import { lookAtSubscription } from "./read-subscription.js";

/**
 * What an event of Stripe says happened, or null when it is of no concern. Events come more than once and in any
 * order: what only grows (paid, refunded) is taken from the event, what goes both ways is looked at anew.
 */
export async function readEvent(
  stripe: Stripe,
  event: Stripe.Event,
  log: { warn(message: string): void },
): Promise<PaymentEvent | null> {
  switch (event.type) {
    case "checkout.session.completed":
    case "checkout.session.async_payment_succeeded":
      return readPaid(stripe, event.id, event.data.object);
    case "checkout.session.async_payment_failed":
      return readClosed(event.id, event.data.object, "failed");
    case "checkout.session.expired":
      return readClosed(event.id, event.data.object, "expired");
    case "invoice.paid":
    case "invoice.payment_failed":
      return readInvoice(stripe, { id: event.id, type: event.type, shown: event.data.object }, log);
    case "customer.subscription.updated":
    case "customer.subscription.deleted": {
      const shown = event.data.object;
      const state = await lookAtSubscription(stripe, shown);
      // Deleted is for good, whatever an older copy says.
      const hasEnded = state.hasEnded || event.type === "customer.subscription.deleted";
      return { id: event.id, kind: "subscription.changed", state: { ...state, hasEnded } };
    }
    case "charge.refunded":
      return readRefund(stripe, event.id, event.data.object);
    default:
      return null;
  }
}

/** Sessions that others made with the same Stripe account name no checkout of ours. */
async function readPaid(
  stripe: Stripe,
  id: string,
  session: Stripe.Checkout.Session,
): Promise<PaymentEvent | null> {
  const checkoutId = session.metadata?.checkoutId;
  if (checkoutId === undefined) return null;
  const subscription = idOf(session.subscription);
  const reference = idOf(session.invoice) ?? idOf(session.payment_intent) ?? session.id;
  const isPaid = session.payment_status === "paid";
  return {
    id,
    kind: "checkout.completed",
    checkoutId,
    paymentStatus: isPaid ? "paid" : "unpaid",
    reference,
    ...(isPaid &&
      subscription !== null && { subscription: await lookAtSubscription(stripe, { id: subscription }) }),
  };
}

function readClosed(
  id: string,
  { metadata }: Stripe.Checkout.Session,
  reason: "failed" | "expired",
): PaymentEvent | null {
  const checkoutId = metadata?.checkoutId;
  return checkoutId === undefined ? null : { id, kind: "checkout.closed", checkoutId, reason };
}
