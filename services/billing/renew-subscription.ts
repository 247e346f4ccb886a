import type { Balance } from "../../entities/balance.js";
import type { SubscriptionRenewed } from "../../plugins/kit/payment-gateway.js";
import type { Tx } from "../../runtime/database/transaction.js";
import { addMonths } from "./add-months.js";
import { changePeriod } from "./change-period.js";
import { findCheckout } from "./checkout.repository.js";
import { completePurchase } from "./complete-purchase.js";
import type { EventOutcome } from "./event-outcome.js";
import { countPayment } from "./payment.repository.js";
import { planOf, priceOf } from "./plans.js";

/**
 * Enters a paid further period and its grant, once for each invoice. An invoice that arrives before the
 * checkout's own event completes the checkout; an invoice for a period that ended before the running one
 * began is recorded and grants nothing. `balance` is locked.
 */
export async function renewSubscription(
  tx: Tx,
  balance: Balance,
  event: SubscriptionRenewed,
): Promise<EventOutcome> {
  const { tier, interval } = balance;
  if (balance.subscription !== event.subscription || tier === "none" || interval === null)
    return overtaking(tx, balance, event);
  const payment = await countPayment(tx, {
    id: event.reference,
    accountId: balance.id,
    kind: "subscription",
    reference: event.reference,
    cents: event.cents ?? Math.round(priceOf(tier, interval) * 100),
  });
  if (payment === null) return "repeated";
  const before = balance.periodStart ?? 0;
  if (event.periodEnd !== undefined && event.periodEnd <= before) return "stale";
  const start = Math.max(event.periodStart ?? balance.paidUntil ?? Date.now(), before + 1);
  const isYear = interval === "year";
  const stated = event.periodEnd ?? 0;
  const paidUntil = stated > start ? stated : addMonths(start, isYear ? 12 : 1);
  await changePeriod(tx, balance, {
    tier,
    interval,
    budget: planOf(tier).monthlyBudgetCredits,
    start,
    end: isYear ? Math.min(addMonths(start, 1), paidUntil) : paidUntil,
    paidUntil,
    anchor: isYear ? start : (balance.anchorAt ?? start),
    paymentId: payment.id,
  });
  return "counted";
}

async function overtaking(tx: Tx, balance: Balance, event: SubscriptionRenewed): Promise<EventOutcome> {
  const checkout = event.checkoutId === undefined ? null : await findCheckout(tx, { id: event.checkoutId });
  if (checkout === null || checkout.status === "paid" || checkout.kind !== "subscription") return "unknown";
  const { subscription: id, reference, periodStart, periodEnd } = event;
  return completePurchase(tx, balance, checkout, {
    reference,
    subscription: {
      id,
      // The gateway's report on the other fields is still to come, and any report is later than 0.
      readAt: 0,
      ...(periodStart !== undefined && { periodStart }),
      ...(periodEnd !== undefined && { periodEnd }),
      cancelAtPeriodEnd: false,
      pastDue: false,
      hasEnded: false,
    },
  });
}
