import type { Balance } from "../../entities/balance.js";
import type { Payment } from "../../entities/payment.js";
import type { Tx } from "../../runtime/database/transaction.js";
import { afterRefund } from "./balance.js";
import { saveBalance } from "./balance.repository.js";
import { writeEntries } from "./ledger.repository.js";
import { addToPayment, findPayment } from "./payment.repository.js";

/** The share of the credits that the refunded share of the money stands for; whole, and all for all. */
function refundedCredits({ credits, cents, refundedCents }: Payment): number {
  if (cents <= 0) return 0;
  return Math.floor((credits * Math.min(refundedCents, cents)) / cents);
}

/**
 * Takes back what a payment's refunds leave uncovered: never more than came of it, nothing twice, and not the
 * unused rest of a grant that was taken back before. `balance` is locked; gives it as it is then.
 */
export async function takeRefunded(tx: Tx, balance: Balance, paymentId: string): Promise<Balance> {
  const payment = await findPayment(tx, paymentId);
  if (payment === null) return balance;
  const target = refundedCredits(payment);
  const credits = target - payment.takenCredits;
  if (credits <= 0) return balance;
  const funds = afterRefund(balance, credits, balance.paymentId === paymentId);
  await saveBalance(tx, balance.id, funds);
  await addToPayment(tx, paymentId, { takenCredits: credits });
  await writeEntries(tx, [
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
