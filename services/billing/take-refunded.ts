import type { Balance } from "../../entities/balance.js";
import type { Payment } from "../../entities/payment.js";
import type { Tx } from "../../runtime/database/transaction.js";
import { afterRefund } from "./balance.js";
import { setBalance } from "./balance.repository.js";
import { insertEntries } from "./ledger.repository.js";
import { addToPayment, findPayment } from "./payment.repository.js";

/**
 * Returns the share of the payment's credits that was refunded, in whole credits; a full refund is all of
 * them.
 */
function refundedCredits({ credits, cents, refundedCents }: Payment): number {
  if (cents <= 0) return 0;
  return Math.floor((credits * Math.min(refundedCents, cents)) / cents);
}

/**
 * Takes back the credits of a payment's refunded share: never more than the payment added, nothing twice, and
 * not the unused rest of a grant that was taken back before. `balance` is locked. Returns the new balance.
 */
export async function takeRefunded(tx: Tx, balance: Balance, paymentId: string): Promise<Balance> {
  const payment = await findPayment(tx, paymentId);
  if (payment === null) return balance;
  const target = refundedCredits(payment);
  const credits = target - payment.takenCredits;
  if (credits <= 0) return balance;
  const funds = afterRefund(balance, credits, balance.paymentId === paymentId);
  await setBalance(tx, balance.id, funds);
  await addToPayment(tx, paymentId, { takenCredits: credits });
  await insertEntries(tx, [
    {
      accountId: balance.id,
      kind: "adjustment",
      deltaCredits: -credits,
      ref: payment.reference,
      note: "Refund",
      once: `refund:${paymentId}:${payment.credits}:${target}`,
    },
  ]);
  return { ...balance, ...funds };
}
