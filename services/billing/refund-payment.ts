import type { Balance } from "../../entities/balance.js";
import type { PaymentRefunded } from "../../plugins/kit/payment-gateway.js";
import type { Tx } from "../../runtime/database/transaction.js";
import type { EventOutcome } from "./event-outcome.js";
import { findPayment, findPaymentByReference, insertPayment, setRefunded } from "./payment.repository.js";
import { takeRefunded } from "./take-refunded.js";

/**
 * Takes back the share of a payment's credits that was refunded, once, wholly or in parts. The event has the
 * total refunded so far, so an older event that arrives late changes nothing. A refund that arrives before
 * its payment is recorded. `balance` is locked.
 */
export async function refundPayment(tx: Tx, balance: Balance, event: PaymentRefunded): Promise<EventOutcome> {
  const { reference, checkoutId, cents, refundedCents } = event;
  const known =
    (await findPaymentByReference(tx, reference)) ??
    (checkoutId === undefined ? null : await findPayment(tx, checkoutId));
  if (known === null) {
    await insertPayment(tx, {
      id: checkoutId ?? reference,
      accountId: balance.id,
      kind: event.subscription === undefined ? "topup" : "subscription",
      reference,
      cents,
      credits: 0,
      takenCredits: 0,
      refundedCents,
      createdAt: Date.now(),
      countedAt: null,
    });
    return "counted";
  }
  if (refundedCents <= known.refundedCents) return "stale";
  // The share is computed from the amount that the gateway took: taxes and discounts are part of both sums.
  await setRefunded(tx, { id: known.id, refundedCents, ...(cents > 0 && { cents }) });
  await takeRefunded(tx, balance, known.id);
  return "counted";
}
