import { v7 } from "uuid";
import type { LedgerKind } from "../../contracts/billing.js";
import { LedgerEntry } from "../../entities/ledger-entry.js";
import type { Reader, Tx } from "../../runtime/database/transaction.js";

export interface NewEntry {
  accountId: string;
  kind: LedgerKind;
  deltaCredits: number;
  /**
   * The cause: the id of the work or of what it belongs to, the gateway's name of the payment, or
   * `period:<start>`; null if there is none.
   */
  ref: string | null;
  note: string | null;
  projectId?: string | null;
  actorId?: string | null;
  actorEmail?: string | null;
  previewStorageId?: string | null;
  previewKind?: string | null;
  /** The unique name of the fact: the database refuses a second entry of it. */
  once: string | null;
}

/** The length of the column of references; a longer text would fail the whole transaction. */
const REF_LIMIT = 191;

/**
 * Writes entries in their order with the transaction's next statement. The ids of one process ascend even
 * within a millisecond.
 */
export async function insertEntries(tx: Tx, entries: readonly NewEntry[]): Promise<void> {
  const createdAt = Date.now();
  const rows = entries.map((entry) => ({
    id: v7(),
    accountId: entry.accountId,
    kind: entry.kind,
    deltaCredits: entry.deltaCredits,
    ref: entry.ref === null ? null : entry.ref.slice(0, REF_LIMIT),
    note: entry.note,
    projectId: entry.projectId ?? null,
    actorId: entry.actorId ?? null,
    actorEmail: entry.actorEmail ?? null,
    previewStorageId: entry.previewStorageId ?? null,
    previewKind: entry.previewKind ?? null,
    once: entry.once,
    createdAt,
  }));
  await tx.withNext(tx.insertOf(LedgerEntry, rows));
}

export const findOnce = (reader: Reader, once: string): Promise<LedgerEntry | null> =>
  reader.findOne(LedgerEntry, { once });

/**
 * Returns a page of an account's ledger, newest first. The id breaks ties, so that paging never repeats a
 * row.
 */
export const listEntries = (
  reader: Reader,
  accountId: string,
  page: { limit: number; offset: number },
): Promise<LedgerEntry[]> =>
  reader.find(LedgerEntry, { accountId }, { order: { createdAt: "DESC", id: "DESC" }, ...page });

export const countEntries = (reader: Reader, accountId: string): Promise<number> =>
  reader.count(LedgerEntry, { accountId });
