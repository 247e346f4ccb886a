import type { Balance } from "../../entities/balance.js";
import { Hold } from "../../entities/hold.js";
import type { Tx } from "../../runtime/transaction.js";
import { lockBalance } from "./balance.repository.js";

/**
 * Removes the work's hold and locks its payer's balance, which the caller then writes. Null when the
 * work has ended before: of two that end it, the balance's lock lets one see the hold.
 */
export async function endHold(tx: Tx, workId: string): Promise<{ balance: Balance; held: number } | null> {
  const found = await tx.findOne(Hold, { id: workId });
  if (found === null) return null;
  const balance = await lockBalance(tx, found.accountId);
  const removed = await tx.delete(Hold, { id: workId });
  return removed === 0 ? null : { balance, held: found.credits };
}
