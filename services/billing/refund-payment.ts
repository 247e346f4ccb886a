import type { Balance } from "../../entities/balance.js";
import type { PaymentRefunded } from "../../plugins/kit/payment-gateway.js";
import type { Tx } from "../../runtime/database/transaction.js";
import type { EventOutcome } from "./event-outcome.js";
import { findPayment, findPaymentByReference, insertPayment, noteRefunded } from "./payment.repository.js";
import { takeRefunded } from "./take-refunded.js";

/**
 * Money was given back: its share of the credits goes, once, wholly or in parts. The event says the sum up to now,
 * so that an older one that arrives late changes nothing. Ahead of its payment the refund is noted. `balance` is locked.
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
  // What the gateway took is what it gives a share of: taxes and discounts are in both.
  await noteRefunded(tx, { id: known.id, refundedCents, ...(cents > 0 && { cents }) });
  await takeRefunded(tx, balance, known.id);
  return "counted";
}
