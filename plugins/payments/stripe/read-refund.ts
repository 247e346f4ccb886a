import type { Stripe } from "stripe";
import type { PaymentEvent } from "../../kit/payment-gateway.js";
import { isMissing } from "./open-stripe.js";
import { idOf } from "./id-of.js";

interface Payment {
  reference: string;
  checkoutId?: string;
  subscription?: string;
}

/** A charge carries the sum of its refunds. Which payment it was is in its metadata, or with its invoice. */
export async function readRefund(
  stripe: Stripe,
  id: string,
  charge: Stripe.Charge,
): Promise<PaymentEvent | null> {
  const paid = await paymentOf(stripe, charge);
  if (paid === null) return null;
  const { amount: cents, amount_refunded: refundedCents } = charge;
  return { id, kind: "payment.refunded", ...paid, cents, refundedCents };
}

async function paymentOf(stripe: Stripe, charge: Stripe.Charge): Promise<Payment | null> {
  const intent = idOf(charge.payment_intent);
  if (intent === null) return null;
  const ofCharge = charge.metadata?.checkoutId;
  if (ofCharge !== undefined) return { reference: intent, checkoutId: ofCharge };
  const invoice = await invoiceOf(stripe, intent);
  if (invoice !== null) {
    const details = invoice.parent?.subscription_details;
    const subscription = idOf(details?.subscription);
    const isFirst = invoice.billing_reason === "subscription_create";
    const checkoutId = isFirst ? details?.metadata?.checkoutId : undefined;
    return {
      reference: invoice.id ?? intent,
      ...(checkoutId !== undefined && { checkoutId }),
      ...(subscription !== null && { subscription }),
    };
  }
  const found = await orNull(stripe.paymentIntents.retrieve(intent));
  const checkoutId = found?.metadata?.checkoutId;
  return { reference: intent, ...(checkoutId !== undefined && { checkoutId }) };
}

/** Charges and intents do not name their invoice; the list of its payments does. */
async function invoiceOf(stripe: Stripe, intent: string): Promise<Stripe.Invoice | null> {
  const payments = await orNull(
    stripe.invoicePayments.list({ payment: { type: "payment_intent", payment_intent: intent }, limit: 1 }),
  );
  const id = idOf(payments?.data?.[0]?.invoice);
  return id === null ? null : orNull(stripe.invoices.retrieve(id));
}

async function orNull<T>(found: Promise<T>): Promise<T | null> {
  try {
    return await found;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}
