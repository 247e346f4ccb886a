import type { Balance } from "../../entities/balance.js";
import type { Hold } from "../../entities/hold.js";
import type { Tx } from "../../runtime/database/transaction.js";
import { afterSettle, type Funds } from "./balance.js";
import { findHold, lockBalance, takeHold } from "./balance.repository.js";
import { giveBack } from "./budget.repository.js";
import { refOf } from "./change-period.js";
import { writeEntries } from "./ledger.repository.js";
import { addToPayment, findPayment } from "./payment.repository.js";

/**
 * Removes the work's hold and locks its payer's balance. Null when the work has ended before: of two that end it, the
 * balance's lock lets one see the hold. Who names the payer saves the look for it.
 */
export async function endHold(
  tx: Tx,
  workId: string,
  payerId?: string,
): Promise<{ balance: Balance; hold: Hold } | null> {
  const accountId = payerId ?? (await findHold(tx, workId))?.accountId;
  if (accountId === undefined) return null;
  // In this order. A change of period may give the hold credits to keep until the balance is locked.
  const [balance, hold] = await Promise.all([
    lockBalance(tx, accountId),
    takeHold(tx, { workId, accountId }),
  ]);
  return hold && { balance, hold };
}

/**
 * Spends `charged` of an ended hold: first what it kept of a grant that is over. What is left of that is taken back
 * here, as far as no refund took it before. The caller enters the charge, and saves the change of the balance that this gives.
 */
export async function spendHeld(
  tx: Tx,
  { balance, hold }: { balance: Balance; hold: Hold },
  charged: number,
): Promise<Funds> {
  await giveBack(tx, hold, hold.credits - charged);
  const kept = hold.keptCredits ?? 0;
  const used = Math.min(kept, charged);
  const payment = hold.keptPaymentId === null ? null : await findPayment(tx, hold.keptPaymentId);
  const leftOfPayment = payment === null ? kept : payment.credits - payment.takenCredits;
  const expired = Math.max(0, Math.min(kept - used, leftOfPayment));
  const funds = afterSettle(balance, hold.credits, { charged, used, expired });
  if (expired === 0) return funds;
  if (payment !== null) await addToPayment(tx, payment.id, { takenCredits: expired });
  await writeEntries(tx, [
    {
      accountId: balance.id,
      kind: "adjustment",
      deltaCredits: -expired,
      ref: refOf(hold.keptFrom),
      note: "Unused rest of an ended grant, held for work",
      once: `kept:${hold.id}`,
    },
  ]);
  return funds;
}
