import type { Balance } from "../../entities/balance.js";
import type { Payment } from "../../entities/payment.js";
import type { Tx } from "../../runtime/database/transaction.js";
import { afterAdjust } from "./balance.js";
import { setBalance } from "./balance.repository.js";
import { insertEntries } from "./ledger.repository.js";
import { addToPayment } from "./payment.repository.js";
import { CREDITS_PER_DOLLAR } from "./plans.js";
import { takeRefunded } from "./take-refunded.js";

/**
 * Enters a payment for a plan that can start no period as bought credits, for its amount (rules/billing 45 and 47).
 * The payment was counted by this transaction, and `balance` is locked.
 */
export async function creditPayment(
  tx: Tx,
  balance: Balance,
  { id, reference, cents }: Payment,
  note: string,
): Promise<void> {
  const credits = Math.floor((cents * CREDITS_PER_DOLLAR) / 100);
  if (credits === 0) return;
  const after = { ...balance, ...afterAdjust(balance, credits), hasPurchased: true };
  await setBalance(tx, balance.id, after);
  const entry = {
    accountId: balance.id,
    kind: "topup",
    deltaCredits: credits,
    ref: reference,
    note,
  } as const;
  await insertEntries(tx, [{ ...entry, once: `topup:${id}` }]);
  await addToPayment(tx, id, { credits });
  await takeRefunded(tx, after, id);
}
