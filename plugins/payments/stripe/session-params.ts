import type { Stripe } from "stripe";
import type { PaymentOrder } from "../../kit/payment-gateway.js";

/** Stripe refuses a session of more than 24 hours, counted by its own clock. */
const MARGIN_MS = 10 * 60 * 1000;

/**
 * The Checkout session of an order: the same order gives the same parameters, as Idempotency-Key demands. Prices
 * travel with it, so that nothing has to be set up at Stripe. The metadata is on what refunds and invoices show too.
 */
export function sessionParams(order: PaymentOrder, baseUrl: string): Stripe.Checkout.SessionCreateParams {
  const { id, accountId, email, title, cents, subscription, expiresAt } = order;
  const metadata = { accountId, checkoutId: id };
  const isPlan = subscription !== null;
  return {
    mode: isPlan ? "subscription" : "payment",
    client_reference_id: accountId,
    customer_email: email,
    metadata: { ...metadata, kind: isPlan ? "subscription" : "topup" },
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: "usd",
          unit_amount: cents,
          product_data: { name: title },
          ...(isPlan && { recurring: { interval: subscription.interval } }),
        },
      },
    ],
    ...(isPlan
      ? { subscription_data: { metadata: { ...metadata, tier: subscription.tier } } }
      : { payment_intent_data: { metadata } }),
    success_url: `${baseUrl}/billing?checkout=paid&session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: `${baseUrl}/billing?checkout=canceled`,
    expires_at: Math.floor((expiresAt - MARGIN_MS) / 1000),
  };
}
