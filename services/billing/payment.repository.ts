import { Payment } from "../../entities/payment.js";
import type { Reader, Tx } from "../../runtime/database/transaction.js";
import { PaymentEvent } from "../../entities/payment-event.js";

export interface PaymentFacts {
  /** The checkout's id, or the invoice's for a further period. */
  id: string;
  accountId: string;
  kind: Payment["kind"];
  reference: string;
  cents: number;
}

export const findPayment = (reader: Reader, id: string): Promise<Payment | null> =>
  reader.findOne(Payment, { id });

export const findPaymentByReference = (reader: Reader, reference: string): Promise<Payment | null> =>
  reader.findOne(Payment, { reference });

/**
 * Counts a payment; null if it was counted before, an invoice also under the checkout that it belongs to. A
 * refund that was recorded ahead of the payment is kept. The balance is locked.
 */
export async function countPayment(tx: Tx, facts: PaymentFacts): Promise<Payment | null> {
  const own = await findPayment(tx, facts.id);
  const other = own === null ? await findPaymentByReference(tx, facts.reference) : null;
  const known = other !== null && other.countedAt !== null && facts.kind === "topup" ? null : (own ?? other);
  if (known !== null && known.countedAt !== null) return null;
  const countedAt = Date.now();
  if (known !== null) {
    const { kind, reference, cents } = facts;
    await tx.update(Payment, { id: known.id }, { kind, reference, cents, countedAt });
    return { ...known, kind, reference, cents, countedAt };
  }
  const payment: Payment = {
    ...facts,
    credits: 0,
    takenCredits: 0,
    refundedCents: 0,
    createdAt: countedAt,
    countedAt,
  };
  await tx.insert(Payment, payment);
  return payment;
}

/** Records credits that a payment added, or that were taken back of it. */
export async function addToPayment(
  tx: Tx,
  id: string,
  { credits = 0, takenCredits = 0 }: { credits?: number; takenCredits?: number },
): Promise<void> {
  await tx.run("UPDATE payments SET credits = credits + ?, takenCredits = takenCredits + ? WHERE id = ?", [
    credits,
    takenCredits,
    id,
  ]);
}

/** Inserts a payment of which only a refund is known. */
export const insertPayment = (tx: Tx, payment: Payment): Promise<void> => tx.insert(Payment, payment);

/** Records the sum that was refunded so far, and the amount of the payment if the refund states it. */
export async function setRefunded(
  tx: Tx,
  { id, ...refund }: Pick<Payment, "id" | "refundedCents"> & Partial<Pick<Payment, "cents">>,
): Promise<void> {
  await tx.update(Payment, { id }, refund);
}

/** Returns whether an event of a gateway was counted before. The balance that it concerns is locked. */
export const isEventCounted = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.findOne(PaymentEvent, { id })) !== null;

export const insertEvent = (tx: Tx, event: PaymentEvent): Promise<void> =>
  tx.insert(PaymentEvent, event as never);
