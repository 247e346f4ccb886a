import type { Tx } from "../../runtime/database/transaction.js";
import { saveBalance } from "./balance.repository.js";
import { endHold, spendHeld } from "./end-hold.js";

/** Releases the held credits without a charge. Repeating it changes nothing. */
export async function release(tx: Tx, { workId }: { workId: string }): Promise<void> {
  const ended = await endHold(tx, workId);
  if (ended !== null) await saveBalance(tx, ended.balance.id, await spendHeld(tx, ended, 0));
}
