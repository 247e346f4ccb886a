import type { Balance } from "../../entities/balance.js";
import type { SubscriptionState } from "../../plugins/kit/payment-gateway.js";
import type { Tx } from "../../runtime/database/transaction.js";
import { addMonths } from "./add-months.js";
import { setBalance } from "./balance.repository.js";
import { changePeriod } from "./change-period.js";
import { endLater } from "./end-replaced.js";
import { planOf, type Interval, type PaidTier } from "./plans.js";

/**
 * Returns whether the account has this plan, so that asking for it again is a `conflict` (rules/billing 24).
 * The same tier by the year is another plan than by the month.
 */
export const isCurrentPlan = (balance: Balance, tier: PaidTier, interval: Interval): boolean =>
  balance.tier === tier && balance.interval === interval;

export interface NewPlan {
  tier: PaidTier;
  interval: Interval;
  gateway: string;
  /** The id of the row in `payments`. */
  paymentId: string;
  /** The state that the gateway reported; without times the first period starts now. */
  subscription: SubscriptionState;
}

/**
 * Starts a paid subscription, new or changed: its first period starts at once, at full price. A task ends the
 * subscription that it replaces at that one's gateway. `balance` is locked.
 */
export async function subscribe(tx: Tx, balance: Balance, plan: NewPlan): Promise<void> {
  const { tier, interval, gateway, paymentId, subscription } = plan;
  // Two changes within a millisecond must have different starts, because the starts name the periods in the
  // ledger.
  const start = Math.max(subscription.periodStart ?? Date.now(), (balance.periodStart ?? 0) + 1);
  const isYear = interval === "year";
  const stated = subscription.periodEnd ?? 0;
  const paidUntil = stated > start ? stated : addMonths(start, isYear ? 12 : 1);
  const end = isYear ? Math.min(addMonths(start, 1), paidUntil) : paidUntil;
  const budget = planOf(tier).monthlyBudgetCredits;
  await changePeriod(tx, balance, { tier, interval, budget, start, end, paidUntil, paymentId });
  await setBalance(tx, balance.id, {
    hasPurchased: true,
    gateway,
    subscription: subscription.id,
    stateAt: subscription.readAt,
    cancelAtPeriodEnd: subscription.cancelAtPeriodEnd || subscription.hasEnded,
  });
  if (balance.gateway === null || balance.subscription === null || balance.subscription === subscription.id)
    return;
  await endLater(tx, { gateway: balance.gateway, subscription: balance.subscription, payer: balance.id });
}
