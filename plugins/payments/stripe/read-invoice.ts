import type { Stripe } from "stripe";
import { PaymentError, type PaymentEvent } from "../../kit/payment-gateway.js";
import { idOf } from "./id-of.js";
import { isForbidden, isMissing } from "./open-stripe.js";
import { lookAtSubscription } from "./read-subscription.js";

interface InvoiceEvent {
  /** The event's id. */
  id: string;
  type: "invoice.paid" | "invoice.payment_failed";
  /** The invoice as the event shows it, in the form of the endpoint's version of the API. */
  shown: Stripe.Invoice;
}

/** An invoice names its subscription under `parent`, with a copy of its metadata. */
const detailsOf = (invoice: Stripe.Invoice) => invoice.parent?.subscription_details ?? null;

/**
 * What an event about an invoice of a subscription says (rules/billing 46). Only the invoice of a first or a next
 * period is of concern. Throws for an invoice of a subscription that cannot be read, so that it is sent again.
 */
export async function readInvoice(
  stripe: Stripe,
  { id, type, shown }: InvoiceEvent,
  log: { warn(message: string): void },
): Promise<PaymentEvent | null> {
  const invoice = await lookAtInvoice(stripe, shown, log);
  const details = detailsOf(invoice);
  const subscription = idOf(details?.subscription);
  const reference = invoice.id;
  const reason = invoice.billing_reason;
  if (subscription === null || reference === undefined) {
    if (reason === null || !reason.startsWith("subscription")) return null;
    throw new PaymentError("refused", `The invoice ${reference ?? ""} (${id}) names no subscription.`);
  }
  const checkoutId = details?.metadata?.checkoutId;
  if (reason === "subscription_create") {
    // The checkout's own event counts it; this one comes first, or changes nothing.
    if (checkoutId === undefined || type === "invoice.payment_failed") return null;
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
  if (reason !== "subscription_cycle") {
    log.warn(
      `${type}: the invoice ${reference} of ${subscription} (${reason ?? "no reason"}) is for no period.`,
    );
    return null;
  }
  if (type === "invoice.payment_failed")
    return { id, kind: "subscription.past-due", subscription, reference };
  return {
    id,
    kind: "subscription.renewed",
    subscription,
    reference,
    ...(checkoutId !== undefined && { checkoutId }),
    cents: invoice.amount_paid,
    ...periodOf(invoice),
  };
}

/**
 * The invoice in the form of the SDK's version of the API, whatever the endpoint's is; as the event showed it, where
 * Stripe no longer has it, or the key may not read invoices and the event names the subscription.
 */
async function lookAtInvoice(
  stripe: Stripe,
  shown: Stripe.Invoice,
  log: { warn(message: string): void },
): Promise<Stripe.Invoice> {
  if (shown.id === undefined) return shown;
  try {
    return await stripe.invoices.retrieve(shown.id);
  } catch (error) {
    if (isMissing(error)) return shown;
    if (!isForbidden(error) || detailsOf(shown) === null) throw error;
    log.warn("The key of Stripe may not read invoices, so this one is taken as the event shows it.");
    return shown;
  }
}

/** What was paid for: the line that reaches furthest. The invoice's own period is the one before. */
function periodOf(invoice: Stripe.Invoice): { periodStart: number; periodEnd: number } | null {
  const [period] = (invoice.lines?.data ?? [])
    .map((line) => line.period)
    .filter((one) => one !== null && one !== undefined)
    .toSorted((a, b) => b.end - a.end);
  return period === undefined ? null : { periodStart: period.start * 1000, periodEnd: period.end * 1000 };
}
