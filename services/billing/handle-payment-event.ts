import { notFound } from "../../contracts/errors.js";
import type { Balance } from "../../entities/balance.js";
import type { CheckoutCompleted, PaymentEvent } from "../../plugins/kit/payment-gateway.js";
import { nameAct } from "../../runtime/actions/audit/act.js";
import type { Reader, Tx } from "../../runtime/database/transaction.js";
import { findBySubscription, lockBalance } from "./balance.repository.js";
import { closeCheckout, findCheckout } from "./checkout.repository.js";
import { completePurchase } from "./complete-purchase.js";
import { followSubscription, markPastDue } from "./follow-subscription.js";
import type { EventOutcome } from "./event-outcome.js";
import { findPaymentByReference, insertEvent, isEventCounted } from "./payment.repository.js";
import { refundPayment } from "./refund-payment.js";
import { renewSubscription } from "./renew-subscription.js";

/**
 * Turns payments into credits; this is the only place that does so, for all gateways. The lock of an
 * account's balance orders the events of the account. A repeated event and a second payment of the same
 * checkout or invoice change nothing. Throws `not_found` for the payment of an unknown checkout.
 */
export async function handlePaymentEvent(tx: Tx, event: PaymentEvent): Promise<EventOutcome> {
  const accountId = await accountOf(tx, event);
  if (accountId === null) {
    if (event.kind === "checkout.completed") throw notFound("There is no such checkout.");
    return "unknown";
  }
  const balance = await lockBalance(tx, accountId);
  if (await isEventCounted(tx, event.id)) return "repeated";
  nameAct({ ownerId: accountId });
  await insertEvent(tx, { id: event.id, kind: event.kind, payload: event, createdAt: Date.now() });
  switch (event.kind) {
    case "checkout.completed":
      return complete(tx, balance, event);
    case "checkout.closed": {
      const closed = { id: event.checkoutId, status: event.reason };
      return (await closeCheckout(tx, closed)) ? "counted" : "stale";
    }
    case "subscription.renewed":
      return renewSubscription(tx, balance, event);
    case "subscription.past-due":
      return markPastDue(tx, balance, event);
    case "subscription.changed":
      return followSubscription(tx, balance, event);
    case "payment.refunded":
      return refundPayment(tx, balance, event);
  }
}

async function complete(tx: Tx, balance: Balance, event: CheckoutCompleted): Promise<EventOutcome> {
  if (event.paymentStatus !== "paid") return "unpaid";
  const checkout = await findCheckout(tx, { id: event.checkoutId });
  if (checkout === null) throw notFound("There is no such checkout.");
  const { reference, subscription } = event;
  return completePurchase(tx, balance, checkout, { reference, subscription });
}

/**
 * Returns the account that an event concerns, or null. It is found before the lock; whether the account still
 * has the subscription is checked under the lock.
 */
async function accountOf(reader: Reader, event: PaymentEvent): Promise<string | null> {
  switch (event.kind) {
    case "checkout.completed":
    case "checkout.closed":
      return ofCheckout(reader, event.checkoutId);
    case "subscription.renewed":
      return (await ofSubscription(reader, event.subscription)) ?? ofCheckout(reader, event.checkoutId);
    case "subscription.past-due":
      return ofSubscription(reader, event.subscription);
    case "subscription.changed":
      return ofSubscription(reader, event.state.id);
    case "payment.refunded":
      return (
        (await findPaymentByReference(reader, event.reference))?.accountId ??
        (await ofCheckout(reader, event.checkoutId)) ??
        ofSubscription(reader, event.subscription)
      );
  }
}

async function ofCheckout(reader: Reader, id: string | undefined): Promise<string | null> {
  return id === undefined ? null : ((await findCheckout(reader, { id }))?.accountId ?? null);
}

async function ofSubscription(reader: Reader, subscription: string | undefined): Promise<string | null> {
  if (subscription === undefined) return null;
  return (await findBySubscription(reader, subscription))?.id ?? null;
}
