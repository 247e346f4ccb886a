import type { Balance } from "../../entities/balance.js";
import type { Checkout } from "../../entities/checkout.js";
import type { SubscriptionState } from "../../plugins/kit/payment-gateway.js";
import type { Tx } from "../../runtime/database/transaction.js";
import { enqueue } from "../../engines/durable-queue/index.js";
import { applyTopup } from "./apply-topup.js";
import { markPaid } from "./checkout.repository.js";
import { CLOSE_LINKS } from "./close-links.js";
import { creditPayment } from "./credit-payment.js";
import { endLater } from "./end-replaced.js";
import type { EventOutcome } from "./event-outcome.js";
import { countPayment } from "./payment.repository.js";
import { priceOf } from "./plans.js";
import { isCurrentPlan, subscribe } from "./subscribe.js";

/** Returns the amount due for a checkout in cents. */
export function centsOf({ id, dollars, tier, interval }: Checkout): number {
  if (dollars !== null) return dollars * 100;
  if (tier !== null && interval !== null) return Math.round(priceOf(tier, interval) * 100);
  throw new Error(`Checkout ${id} says neither what is bought nor for how much.`);
}

/**
 * Turns a paid checkout into credits, once. That includes a closed checkout, because the money was paid. A
 * second payment of a plan whose paid time still runs becomes credits, and its subscription is ended
 * (rules/billing 47). `balance` is locked.
 */
export async function completePurchase(
  tx: Tx,
  balance: Balance,
  checkout: Checkout,
  paid: { reference: string; subscription: SubscriptionState | undefined },
): Promise<EventOutcome> {
  const { id: checkoutId, accountId, kind, dollars, tier, interval, gateway } = checkout;
  const { reference } = paid;
  if (!(await markPaid(tx, checkoutId))) return "repeated";
  const cents = centsOf(checkout);
  const payment = await countPayment(tx, { id: checkoutId, accountId, kind, reference, cents });
  if (payment === null) return "repeated";
  const { id: paymentId } = payment;
  if (dollars !== null) {
    await applyTopup(tx, balance, { checkoutId, paymentId, dollars, reference });
  } else if (tier !== null && interval !== null) {
    const subscription = paid.subscription ?? { ...NEW_STATE, id: checkoutId, readAt: Date.now() };
    if (isCurrentPlan(balance, tier, interval) && (balance.paidUntil ?? 0) > Date.now()) {
      await creditPayment(tx, balance, payment, `Second payment of ${tier}`);
      if (subscription.id !== balance.subscription)
        await endLater(tx, { gateway, subscription: subscription.id, payer: accountId });
    } else await subscribe(tx, balance, { tier, interval, gateway, paymentId, subscription });
    await enqueue(tx, { queue: CLOSE_LINKS, subject: checkoutId, payer: accountId });
  }
  return "counted";
}

/** The state of a subscription if the gateway keeps none; its id is the checkout's then. */
const NEW_STATE = { cancelAtPeriodEnd: false, pastDue: false, hasEnded: false };
