import type { Balance } from "../../entities/balance.js";
import type { Hold } from "../../entities/hold.js";
import type { Tx } from "../../runtime/database/transaction.js";
import { afterSettle, type Funds } from "./balance.js";
import { findHold, lockBalance, takeHold, setBalance } from "./balance.repository.js";
import { giveBack } from "./budget.repository.js";
import { refOf } from "./change-period.js";
import { insertEntries } from "./ledger.repository.js";
import { addToPayment, findPayment } from "./payment.repository.js";

/**
 * Removes the hold of a piece of work and locks its payer's balance. Returns null if the work has ended
 * before: if two callers end it, the balance's lock lets only one of them see the hold. A caller that names
 * the payer saves a query for it.
 */
export async function endHold(
  tx: Tx,
  workId: string,
  payerId?: string,
): Promise<{ balance: Balance; hold: Hold } | null> {
  const accountId = payerId ?? (await findHold(tx, workId))?.accountId;
  if (accountId === undefined) return null;
  // The balance must be locked first, because until then a change of period may still let the hold keep
  // credits.
  const [balance, hold] = await Promise.all([
    lockBalance(tx, accountId),
    takeHold(tx, { workId, accountId }),
  ]);
  return hold && { balance, hold };
}

/**
 * Spends `charged` of an ended hold, first from what the hold kept of an ended grant. The rest of the kept
 * credits is taken back here unless a refund took it before. The caller enters the charge in the ledger and
 * saves the returned change of the balance.
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
  await insertEntries(tx, [
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

/** Releases the held credits without a charge. Repeating it changes nothing. */
export async function release(tx: Tx, { workId }: { workId: string }): Promise<void> {
  const ended = await endHold(tx, workId);
  if (ended !== null) await setBalance(tx, ended.balance.id, await spendHeld(tx, ended, 0));
}
