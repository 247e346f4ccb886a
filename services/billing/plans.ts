import type { Plan } from "../../contracts/billing.js";
import type { Tier } from "../../contracts/identity.js";

/**
 * The plans for sale and their prices, cheapest first. No other module contains a price of a plan
 * (rules/billing 22).
 */
export const PLANS: readonly Plan[] = [
  { tier: "standard", monthlyPriceUsd: 19, monthlyBudgetCredits: 2_000 },
  { tier: "pro", monthlyPriceUsd: 49, monthlyBudgetCredits: 6_000 },
  { tier: "max", monthlyPriceUsd: 199, monthlyBudgetCredits: 30_000 },
];
export type PaidTier = Plan["tier"];
export type Interval = "month" | "year";

export const CREDITS_PER_DOLLAR = 100;
const YEARLY_DISCOUNT_PERCENT = 20;
const FIRST_TOPUP_BONUS = { percent: 10, maxCredits: 500 };

/** The largest bonus that a first top-up can add. */
export const MOST_FIRST_TOPUP_BONUS = FIRST_TOPUP_BONUS.maxCredits;

/** Returns the bonus of a first top-up that buys `credits`. */
export const firstTopupBonus = (credits: number): number =>
  Math.min(FIRST_TOPUP_BONUS.maxCredits, Math.floor((credits * FIRST_TOPUP_BONUS.percent) / 100));

export function planOf(tier: PaidTier): Plan {
  const plan = PLANS.find((entry) => entry.tier === tier);
  if (plan === undefined) throw new Error(`There is no plan ${tier}.`);
  return plan;
}

/** Returns the list price of a month; 0 without a plan. */
export const monthlyPriceOf = (tier: Tier): number => (tier === "none" ? 0 : planOf(tier).monthlyPriceUsd);

/**
 * Returns the amount due at once in dollars and whole cents: for a month, or for a year with its discount.
 */
export function priceOf(tier: PaidTier, interval: Interval): number {
  const plan = planOf(tier);
  const month = plan.discountedMonthlyPriceUsd ?? plan.monthlyPriceUsd;
  return interval === "month" ? month : Math.round(month * 12 * (100 - YEARLY_DISCOUNT_PERCENT)) / 100;
}
