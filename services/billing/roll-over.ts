import type { Balance } from "../../entities/balance.js";
import type { Tx } from "../../runtime/database/transaction.js";
import { addMonths } from "./add-months.js";
import { lockBalance } from "./balance.repository.js";
import { changePeriod } from "./change-period.js";
import { handlePaymentEvent } from "./handle-payment-event.js";
import { planOf, priceOf } from "./plans.js";

/**
 * Returns the first monthly boundary of the plan after `at`. It is counted from the plan's start, so that the
 * 31st stays the 31st.
 */
export function monthAfter(anchor: number, at: number): number {
  for (let count = 1; ; count += 1) {
    const boundary = addMonths(anchor, count);
    if (boundary > at) return boundary;
  }
}

/**
 * Makes one step for an account whose period is over: the next monthly grant of the paid time, or the renewal
 * or the end of a manual plan. Returns false if there is nothing to do now. Each missed period is a step of its
 * own. A step moves the end of the period on, so a repeated call does not make the same step again. `renews` is
 * true if manual subscriptions renew themselves, which they do only with `BILLING=manual`.
 */
export async function rollOver(
  tx: Tx,
  accountId: string,
  { now, renews }: { now: number; renews: boolean },
): Promise<boolean> {
  const balance = await lockBalance(tx, accountId);
  const { tier, interval, periodEnd, paidUntil, gateway, subscription } = balance;
  if (tier === "none" || interval === null || periodEnd === null || paidUntil === null) return false;
  if (periodEnd > now) return false;
  if (periodEnd < paidUntil) {
    await grantNextMonth(tx, balance, { tier, interval, start: periodEnd, paidUntil });
    return true;
  }
  // Other gateways say themselves that a plan was paid again or is over (confirm-ends.ts).
  if (gateway !== "manual") return false;
  if (balance.cancelAtPeriodEnd || !renews) {
    await changePeriod(tx, balance, null);
    return true;
  }
  if (subscription === null) return false;
  const reference = `manual:${subscription}:${paidUntil}`;
  const anchor = balance.anchorAt ?? paidUntil;
  const outcome = await handlePaymentEvent(tx, {
    id: reference,
    kind: "subscription.renewed",
    subscription,
    reference,
    cents: Math.round(priceOf(tier, interval) * 100),
    periodStart: paidUntil,
    periodEnd: interval === "year" ? addMonths(paidUntil, 12) : monthAfter(anchor, paidUntil),
  });
  // After an event that changed nothing, `true` would have the same step tried again at once, without an end.
  return outcome === "counted";
}

async function grantNextMonth(
  tx: Tx,
  balance: Balance,
  {
    tier,
    interval,
    start,
    paidUntil,
  }: { tier: Exclude<Balance["tier"], "none">; interval: "month" | "year"; start: number; paidUntil: number },
): Promise<void> {
  const anchor = balance.anchorAt ?? start;
  await changePeriod(tx, balance, {
    tier,
    interval,
    budget: planOf(tier).monthlyBudgetCredits,
    start,
    end: Math.min(monthAfter(anchor, start), paidUntil),
    paidUntil,
    anchor,
    ...(balance.paymentId !== null && { paymentId: balance.paymentId }),
  });
}
