import { Hold } from "../../entities/hold.js";
import type { Balance } from "../../entities/balance.js";
import type { Tx } from "../../runtime/transaction.js";

/**
 * Shares out what open holds keep of the grant that ends, the oldest hold first. A hold keeps of one grant only: what
 * else it takes was bought, or the hold would not have been made. `balance` is locked and still of the old period.
 * Gives the credits that found a hold.
 */
export async function keepHeld(tx: Tx, balance: Balance, wanted: number): Promise<number> {
  if (wanted === 0) return 0;
  const holds = await tx.find(Hold, { accountId: balance.id }, { order: { createdAt: "ASC", id: "ASC" } });
  let rest = wanted;
  for (const { id, credits, keptCredits } of holds) {
    const kept = keptCredits === null ? Math.min(credits, rest) : 0;
    if (kept === 0) continue;
    rest -= kept;
    const { periodStart: keptFrom, paymentId: keptPaymentId } = balance;
    await tx.update(Hold, { id }, { keptCredits: kept, keptFrom, keptPaymentId });
  }
  return wanted - rest;
}
