import { getAccount } from "../../contracts/billing.js";
import type { ResultOf } from "../../contracts/contract.js";
import type { Balance } from "../../entities/balance.js";
import { remainingOf } from "./balance.js";
import { monthlyPriceOf, MOST_FIRST_TOPUP_BONUS } from "./plans.js";

interface Profile {
  id: string;
  email: string;
  name: string | null;
  image: string | null;
}

/**
 * Returns the account as callers see it. Its bonus is the largest that a first top-up can add, and null after
 * a purchase (rules/billing 23).
 */
export function presentAccount(profile: Profile, balance: Balance): ResultOf<typeof getAccount> {
  const { tier, monthlyBudgetCredits } = balance;
  return {
    user: {
      id: profile.id,
      email: profile.email,
      name: profile.name,
      image: profile.image,
      tier,
      currentPeriodEnd: balance.periodEnd === null ? null : new Date(balance.periodEnd).toISOString(),
      cancelAtPeriodEnd: balance.cancelAtPeriodEnd,
      pastDue: balance.pastDue,
      spentCreditsThisPeriod: balance.spentCreditsThisPeriod,
      purchasedCredits: balance.purchasedCredits,
    },
    plan: { tier, monthlyPriceUsd: monthlyPriceOf(tier), monthlyBudgetCredits },
    remainingCredits: remainingOf(balance),
    firstTopupBonusCredits: balance.hasPurchased ? null : MOST_FIRST_TOPUP_BONUS,
  };
}
