import type { Balance } from "../../entities/balance.js";
import type { Tx } from "../../runtime/database/transaction.js";
import { afterAdjust } from "./balance.js";
import { setBalance } from "./balance.repository.js";
import { insertEntries } from "./ledger.repository.js";
import { addToPayment } from "./payment.repository.js";
import { CREDITS_PER_DOLLAR, firstTopupBonus } from "./plans.js";
import { takeRefunded } from "./take-refunded.js";

interface Topup {
  checkoutId: string;
  /** The id of the row in `payments`. */
  paymentId: string;
  dollars: number;
  /** The gateway's name of the payment. */
  reference: string;
}

/** Returns the unique name of a top-up's bonus in the ledger. */
export const bonusOnce = (checkoutId: string) => `bonus:${checkoutId}`;

/**
 * Enters a paid top-up. The locked balance decides whether it is the first purchase, which earns the bonus.
 */
export async function applyTopup(
  tx: Tx,
  balance: Balance,
  { checkoutId, paymentId, dollars, reference: ref }: Topup,
): Promise<void> {
  const credits = dollars * CREDITS_PER_DOLLAR;
  const bonus = balance.hasPurchased ? 0 : firstTopupBonus(credits);
  const accountId = balance.id;
  const after = { ...balance, ...afterAdjust(balance, credits + bonus), hasPurchased: true };
  await setBalance(tx, accountId, after);
  await insertEntries(tx, [
    {
      accountId,
      kind: "topup",
      deltaCredits: credits,
      ref,
      note: `Top-up of $${dollars}`,
      once: `topup:${checkoutId}`,
    },
  ]);
  if (bonus > 0) {
    await insertEntries(tx, [
      {
        accountId,
        kind: "adjustment",
        deltaCredits: bonus,
        ref,
        note: "Bonus of the first top-up",
        once: bonusOnce(checkoutId),
      },
    ]);
  }
  await addToPayment(tx, paymentId, { credits: credits + bonus });
  await takeRefunded(tx, after, paymentId);
}
