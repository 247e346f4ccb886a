import type { Stripe } from "stripe";
import type { SubscriptionState } from "../../kit/payment-gateway.js";
import { isMissing } from "./open-stripe.js";

/** A subscription as it is now. Throws the SDK's error when Stripe does not have it. */
export async function readSubscription(stripe: Stripe, id: string): Promise<SubscriptionState> {
  const readAt = Date.now();
  return { ...stateOf(await stripe.subscriptions.retrieve(id)), readAt };
}

/** A subscription as it is now; where Stripe no longer has it, as the event showed it. */
export async function lookAtSubscription(
  stripe: Stripe,
  shown: Partial<Stripe.Subscription> & { id: string },
): Promise<SubscriptionState> {
  const readAt = Date.now();
  const current = await stripe.subscriptions.retrieve(shown.id).catch((error: unknown) => {
    if (!isMissing(error)) throw error;
    return shown;
  });
  return { ...stateOf({ ...shown, ...current }), readAt };
}

function stateOf(
  subscription: Partial<Stripe.Subscription> & { id: string },
): Omit<SubscriptionState, "readAt"> {
  const { id, status, cancel_at_period_end: cancels, cancel_at: cancelAt } = subscription;
  // The period is on the items: a subscription has none of its own.
  const item = subscription.items?.data[0];
  return {
    id,
    ...(item && { periodStart: item.current_period_start * 1000, periodEnd: item.current_period_end * 1000 }),
    cancelAtPeriodEnd: cancels === true || typeof cancelAt === "number",
    pastDue: status === "past_due" || status === "unpaid",
    hasEnded: status === "canceled" || status === "incomplete_expired",
  };
}
