import type { Tx } from "../../runtime/transaction.js";
import { afterRelease } from "./balance.js";
import { saveBalance } from "./balance.repository.js";
import { endHold } from "./end-hold.js";

/** Gives the held credits free: nothing was charged. Repeated, it changes nothing. */
export async function release(tx: Tx, { workId }: { workId: string }): Promise<void> {
  const ended = await endHold(tx, workId);
  if (ended !== null) await saveBalance(tx, ended.balance.id, afterRelease(ended.balance, ended.held));
}
