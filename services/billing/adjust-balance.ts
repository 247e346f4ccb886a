import type { Tx } from "../../runtime/database/transaction.js";
import { afterAdjust } from "./balance.js";
import { lockBalance, setBalance } from "./balance.repository.js";
import { findOnce, insertEntries } from "./ledger.repository.js";

export interface Adjustment {
  accountId: string;
  /** The change in whole credits; a negative one takes credits away. */
  deltaCredits: number;
  ref: string | null;
  note: string | null;
  /** The operator who decided the change; missing if no person did. */
  actor?: { id: string; email: string };
  /** The unique name of the fact, which makes a second adjustment for it do nothing. */
  once?: string;
}

/**
 * Grants or corrects credits among the purchased ones, which does not count as a purchase. Throws `not_found`
 * for an unknown account.
 */
export async function adjust(
  tx: Tx,
  { accountId, deltaCredits, ref, note, actor, once }: Adjustment,
): Promise<void> {
  const balance = await lockBalance(tx, accountId);
  if (once !== undefined && (await findOnce(tx, once)) !== null) return;
  await setBalance(tx, accountId, afterAdjust(balance, deltaCredits));
  await insertEntries(tx, [
    {
      accountId,
      kind: "adjustment",
      deltaCredits,
      ref,
      note,
      actorId: actor?.id ?? null,
      actorEmail: actor?.email ?? null,
      once: once ?? null,
    },
  ]);
}
