import { v7 } from "uuid";
import type { LedgerKind } from "../../contracts/billing.js";
import { LedgerEntry } from "../../entities/ledger-entry.js";
import type { Host } from "../../runtime/process/host.js";

export interface SpentBefore {
  daysAgo: number;
  credits: number;
  kind?: LedgerKind;
  /** Model of the generation that the entry pays for. */
  note?: string;
  actor?: { id: string; email: string };
}

/** Inserts ledger entries of earlier days and leaves the balance unchanged. */
export async function insertLedger(
  { host }: { host: Pick<Host, "transact"> },
  accountId: string,
  spent: readonly SpentBefore[],
): Promise<void> {
  await host.transact((tx) =>
    tx.insert(
      LedgerEntry,
      spent.map(({ daysAgo, credits, kind = "generation", note = null, actor }) => ({
        id: v7(),
        accountId,
        kind,
        deltaCredits: -credits,
        ref: null,
        note,
        projectId: null,
        actorId: actor?.id ?? null,
        actorEmail: actor?.email ?? null,
        previewStorageId: null,
        previewKind: null,
        once: null,
        createdAt: noonBefore(daysAgo),
      })),
    ),
  );
}

/** Returns a noon, so that daylight saving time does not move it to another day. */
function noonBefore(daysAgo: number): number {
  const today = new Date();
  return new Date(today.getFullYear(), today.getMonth(), today.getDate() - daysAgo, 12).getTime();
}
