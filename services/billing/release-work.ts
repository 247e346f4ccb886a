import type { Tx } from "../../runtime/database/transaction.js";
import { saveBalance } from "./balance.repository.js";
import { endHold, spendHeld } from "./end-hold.js";

/** Gives the held credits free: nothing was charged. Repeated, it changes nothing. */
export async function release(tx: Tx, { workId }: { workId: string }): Promise<void> {
  const ended = await endHold(tx, workId);
  if (ended !== null) await saveBalance(tx, ended.balance.id, await spendHeld(tx, ended, 0));
}
