import type { Stripe } from "stripe";
import type { PaymentEvent } from "../../kit/payment-gateway.js";
import { idOf } from "./id-of.js";
import { lookAtSubscription } from "./read-subscription.js";

/** An invoice names its subscription under `parent`, with a copy of its metadata. */
const detailsOf = (invoice: Stripe.Invoice) => invoice.parent?.subscription_details ?? null;

export async function readInvoice(
  stripe: Stripe,
  id: string,
  type: "invoice.paid" | "invoice.payment_failed",
  invoice: Stripe.Invoice,
): Promise<PaymentEvent | null> {
  const details = detailsOf(invoice);
  const subscription = idOf(details?.subscription);
  const reference = invoice.id;
  if (subscription === null || reference === undefined) return null;
  if (type === "invoice.payment_failed")
    return { id, kind: "subscription.past-due", subscription, reference };
  const checkoutId = details?.metadata?.checkoutId;
  if (invoice.billing_reason === "subscription_create") {
    // The checkout's own event counts it; this one comes first, or changes nothing.
    if (checkoutId === undefined) return null;
    const state = await lookAtSubscription(stripe, { id: subscription });
    return {
      id,
      kind: "checkout.completed",
      checkoutId,
      paymentStatus: "paid",
      reference,
      subscription: state,
    };
  }
  return {
    id,
    kind: "subscription.renewed",
    subscription,
    reference,
    ...(checkoutId !== undefined && { checkoutId }),
    ...(invoice.amount_paid > 0 && { cents: invoice.amount_paid }),
    ...periodOf(invoice),
  };
}

/** What was paid for: the line that reaches furthest. The invoice's own period is the one before. */
function periodOf(invoice: Stripe.Invoice): { periodStart: number; periodEnd: number } | null {
  const [period] = (invoice.lines?.data ?? [])
    .map((line) => line.period)
    .filter((one) => one !== null && one !== undefined)
    .toSorted((a, b) => b.end - a.end);
  return period === undefined ? null : { periodStart: period.start * 1000, periodEnd: period.end * 1000 };
}
