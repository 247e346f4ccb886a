import type { SubscriptionView } from "../../contracts/billing.js";
import type { Balance } from "../../entities/balance.js";

/** Returns the plan of an account that has one; throws for an account without one. */
export function presentSubscription(balance: Balance): SubscriptionView {
  const { tier, interval, periodEnd, paidUntil, cancelAtPeriodEnd, pastDue } = balance;
  if (tier === "none" || interval === null || periodEnd === null || paidUntil === null)
    throw new Error(`The account ${balance.id} has no plan to show.`);
  return {
    tier,
    interval,
    currentPeriodEnd: new Date(periodEnd).toISOString(),
    paidUntil: new Date(paidUntil).toISOString(),
    cancelAtPeriodEnd,
    pastDue,
  };
}
