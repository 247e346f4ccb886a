import type { LedgerKind } from "../../contracts/billing.js";
import type { Tx } from "../../runtime/database/transaction.js";
import { chargeOf } from "./balance.js";
import { endHold, spendHeld } from "./end-hold.js";
import { findOnce, writeEntries } from "./ledger.repository.js";

export interface Settlement {
  workId: string;
  /** Whose balance it is held from, where the caller knows that. */
  payerId?: string;
  /** What the work cost, in whole credits: at most what was held; 0 writes no entry. */
  credits: number;
  kind: LedgerKind;
  ref: string;
  note: string | null;
  projectId: string | null;
  actorId: string;
  actorEmail: string | null;
  previewStorageId: string | null;
  previewKind: string | null;
}

/**
 * Releases the hold, spends the cost and writes the ledger entry, once: repeated, it changes nothing.
 * Belongs into the transaction of the terminal state. Gives the credits charged.
 */
export async function settle(tx: Tx, work: Settlement): Promise<number> {
  const once = `${work.kind}:${work.workId}`;
  const ended = await endHold(tx, work.workId, work.payerId);
  if (ended === null) return chargedBefore(tx, work, once);
  const { balance, hold } = ended;
  const charged = chargeOf(hold.credits, work.credits);
  await spendHeld(tx, ended, charged);
  if (charged > 0) {
    const { kind, ref, note, projectId, actorId, actorEmail, previewStorageId, previewKind } = work;
    await writeEntries(tx, [
      {
        accountId: balance.id,
        kind,
        deltaCredits: -charged,
        ref,
        note,
        projectId,
        actorId,
        actorEmail,
        previewStorageId,
        previewKind,
        once,
      },
    ]);
  }
  return charged;
}

/** Work that was released, or never held, is not charged afterwards: that would be a charge without a check. */
async function chargedBefore(tx: Tx, work: Settlement, once: string): Promise<number> {
  const entry = await findOnce(tx, once);
  if (entry === null && work.credits > 0)
    throw new Error(`Nothing is held for ${work.workId}: it cannot be charged.`);
  return entry === null ? 0 : -entry.deltaCredits;
}
