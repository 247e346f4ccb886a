import type { Balance } from "../../entities/balance.js";
import type { Checkout } from "../../entities/checkout.js";
import type { SubscriptionRenewed, SubscriptionState } from "../../plugins/kit/payment-gateway.js";
import type { Tx } from "../../runtime/database/transaction.js";
import { addMonths } from "./add-months.js";
import { changePeriod } from "./change-period.js";
import { findCheckout } from "./checkout.repository.js";
import { completePurchase } from "./complete-purchase.js";
import { creditPayment } from "./credit-payment.js";
import { endLater } from "./end-replaced.js";
import type { EventOutcome } from "./event-outcome.js";
import { countPayment } from "./payment.repository.js";
import { planOf, priceOf } from "./plans.js";
import { subscribe } from "./subscribe.js";

/**
 * Enters a paid further period and its grant, once for each invoice. An invoice that arrives before the
 * checkout's own event completes the checkout; an invoice of a subscription that the account no longer has
 * starts its plan again or becomes credits (rules/billing 45); an invoice for a period that ended before the
 * running one began is recorded and grants nothing. `balance` is locked.
 */
export async function renewSubscription(
  tx: Tx,
  balance: Balance,
  event: SubscriptionRenewed,
): Promise<EventOutcome> {
  const { tier, interval } = balance;
  if (balance.subscription !== event.subscription || tier === "none" || interval === null)
    return ofNoPlan(tx, balance, event);
  const payment = await countPayment(tx, {
    id: event.reference,
    accountId: balance.id,
    kind: "subscription",
    reference: event.reference,
    // A period that a coupon pays is worth its price.
    cents: event.cents === undefined || event.cents === 0 ? listPrice(tier, interval) : event.cents,
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

const listPrice = (...plan: Parameters<typeof priceOf>): number => Math.round(priceOf(...plan) * 100);

async function ofNoPlan(tx: Tx, balance: Balance, event: SubscriptionRenewed): Promise<EventOutcome> {
  const checkout = event.checkoutId === undefined ? null : await findCheckout(tx, { id: event.checkoutId });
  if (checkout === null || checkout.kind !== "subscription") return "unknown";
  if (checkout.status === "paid") return renewForgotten(tx, balance, checkout, event);
  const { reference } = event;
  return completePurchase(tx, balance, checkout, {
    reference,
    subscription: { ...stateOf(event), cancelAtPeriodEnd: false },
  });
}

/**
 * Counts a payment of a subscription that the account had. An account without a plan has that plan again until
 * the paid end, where the gateway is asked whether it goes on. Otherwise the payment becomes credits; a
 * subscription that another plan has replaced is ended once more, so that it takes no further money.
 */
async function renewForgotten(
  tx: Tx,
  balance: Balance,
  { tier, interval, gateway }: Checkout,
  event: SubscriptionRenewed,
): Promise<EventOutcome> {
  if (tier === null || interval === null) return "unknown";
  const { reference, subscription } = event;
  const payment = await countPayment(tx, {
    id: reference,
    accountId: balance.id,
    kind: "subscription",
    reference,
    cents: event.cents ?? listPrice(tier, interval),
  });
  if (payment === null) return "repeated";
  if (balance.tier === "none" && (event.periodEnd ?? Infinity) > Date.now()) {
    const state = { ...stateOf(event), cancelAtPeriodEnd: true };
    await subscribe(tx, balance, { tier, interval, gateway, paymentId: payment.id, subscription: state });
    return "counted";
  }
  await creditPayment(tx, balance, payment, `Payment of ${tier}, which is over`);
  if (balance.tier !== "none") await endLater(tx, { gateway, subscription, payer: balance.id });
  return "counted";
}

/**
 * Returns the state of a subscription as far as a payment tells of it. The gateway's report on the other fields
 * is still to come, and any report is later than 0.
 */
function stateOf({
  subscription: id,
  periodStart,
  periodEnd,
}: SubscriptionRenewed): Omit<SubscriptionState, "cancelAtPeriodEnd"> {
  return {
    id,
    readAt: 0,
    ...(periodStart !== undefined && { periodStart }),
    ...(periodEnd !== undefined && { periodEnd }),
    pastDue: false,
    hasEnded: false,
  };
}
