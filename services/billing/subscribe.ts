import type { Balance } from "../../entities/balance.js";
import type { Tx } from "../../runtime/transaction.js";
import { addMonths } from "./add-months.js";
import { saveBalance } from "./balance.repository.js";
import { changePeriod } from "./change-period.js";
import { planOf, type Interval, type PaidTier } from "./plans.js";

/** Asking for it again is `conflict` (decisions 5); the same tier by the year is another plan than by the month. */
export const isCurrentPlan = (balance: Balance, tier: PaidTier, interval: Interval): boolean =>
  balance.tier === tier && balance.interval === interval;

/** A paid subscription, new or changed: its first period starts at once, at full price. `balance` is locked. */
export async function subscribe(
  tx: Tx,
  balance: Balance,
  plan: { tier: PaidTier; interval: Interval },
): Promise<void> {
  // Two changes within a millisecond are two periods: their starts name them in the ledger.
  const start = Math.max(Date.now(), (balance.periodStart ?? 0) + 1);
  const end = addMonths(start, 1);
  const paidUntil = plan.interval === "year" ? addMonths(start, 12) : end;
  const budget = planOf(plan.tier).monthlyBudgetCredits;
  await changePeriod(tx, balance, { ...plan, budget, start, end, paidUntil });
  await saveBalance(tx, balance.id, { hasPurchased: true, cancelAtPeriodEnd: false });
}
