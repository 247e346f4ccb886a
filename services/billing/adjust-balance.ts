import type { Tx } from "../../runtime/database/transaction.js";
import { afterAdjust } from "./balance.js";
import { lockBalance, saveBalance } from "./balance.repository.js";
import { findOnce, writeEntries } from "./ledger.repository.js";

export interface Adjustment {
  accountId: string;
  /** Whole credits; negative takes. */
  deltaCredits: number;
  ref: string | null;
  note: string | null;
  /** The operator who decided it; nobody where a rule did. */
  actor?: { id: string; email: string };
  /** Names the fact: the second time nothing happens. */
  once?: string;
}

/** A grant or correction, into the purchased credits; it is not a purchase. Throws `not_found` for an unknown account. */
export async function adjust(
  tx: Tx,
  { accountId, deltaCredits, ref, note, actor, once }: Adjustment,
): Promise<void> {
  const balance = await lockBalance(tx, accountId);
  if (once !== undefined && (await findOnce(tx, once)) !== null) return;
  await saveBalance(tx, accountId, afterAdjust(balance, deltaCredits));
  await writeEntries(tx, [
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
