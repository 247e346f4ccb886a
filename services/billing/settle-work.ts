import type { LedgerKind } from "../../contracts/billing.js";
import type { Tx } from "../../runtime/database/transaction.js";
import type { RowChange } from "../../engines/durable-queue/index.js";
import { chargeOf, type Funds } from "./balance.js";
import { changeOfBalance, setBalance } from "./balance.repository.js";
import { endHold, spendHeld } from "./end-hold.js";
import { findOnce, insertEntries } from "./ledger.repository.js";

export interface Settlement {
  workId: string;
  /** The account whose balance the hold is on, if the caller knows it. */
  payerId?: string;
  /** The cost of the work in whole credits. At most the held credits are charged; 0 writes no entry. */
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
 * Releases the hold, spends the cost and writes the ledger entry, once: repeating it changes nothing. It is
 * called in the transaction that writes the final state. Returns the charged credits. Throws if the work
 * costs something and neither its hold nor its entry exists.
 */
export const settle = async (tx: Tx, work: Settlement): Promise<number> =>
  saved(tx, await settleHeld(tx, work));

/** Settles work that may have ended before; then it charges nothing and returns 0. */
export const settleIfHeld = async (tx: Tx, work: Settlement): Promise<number> =>
  saved(tx, await settleHeld(tx, work, () => Promise.resolve(0)));

async function saved(tx: Tx, { charged, payer }: Settled): Promise<number> {
  if (payer !== null) await setBalance(tx, payer.id, payer.funds);
  return charged;
}

/**
 * Does the same as `settle` without writing the balance. The caller has to make the returned change in the
 * same transaction together with the row of the work, which saves a statement (`GuardedChange.beside`).
 * `beside` is empty if there is nothing to write.
 */
export async function settleBeside(
  tx: Tx,
  work: Settlement,
): Promise<{ charged: number; beside: RowChange[] }> {
  const { charged, payer } = await settleHeld(tx, work);
  return { charged, beside: payer === null ? [] : [changeOfBalance(tx, payer.id, payer.funds)] };
}

/** The charge that was entered, and the new values of the payer's balance. */
interface Settled {
  charged: number;
  payer: { id: string; funds: Funds } | null;
}

async function settleHeld(tx: Tx, work: Settlement, ofEnded = chargedBefore): Promise<Settled> {
  const once = `${work.kind}:${work.workId}`;
  const ended = await endHold(tx, work.workId, work.payerId);
  if (ended === null) return { charged: await ofEnded(tx, work, once), payer: null };
  const { balance, hold } = ended;
  const charged = chargeOf(hold.credits, work.credits);
  const funds = await spendHeld(tx, ended, charged);
  if (charged > 0) {
    const { kind, ref, note, projectId, actorId, actorEmail, previewStorageId, previewKind } = work;
    await insertEntries(tx, [
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
  return { charged, payer: { id: balance.id, funds } };
}

/**
 * Returns the charge that was entered before. Work that was released or never held is not charged afterwards,
 * because that charge would have passed no check.
 */
async function chargedBefore(tx: Tx, work: Settlement, once: string): Promise<number> {
  const entry = await findOnce(tx, once);
  if (entry === null && work.credits > 0)
    throw new Error(`Nothing is held for ${work.workId}: it cannot be charged.`);
  return entry === null ? 0 : -entry.deltaCredits;
}
