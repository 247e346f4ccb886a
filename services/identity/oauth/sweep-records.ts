import type { Host } from "../../../runtime/process/host.js";
import type { Tx } from "../../../runtime/database/transaction.js";
import { endFamily } from "./adapter.js";
import { trimUnused } from "./client-life.js";
import { findIdle, type Idle } from "./grant.repository.js";
import { deleteExpiredRecords, deleteRecords } from "./record.repository.js";

/**
 * Milliseconds that refresh tokens live: after them nobody returns to a client or a grant without codes and
 * tokens.
 */
const IDLE_MS = 31 * 24 * 3600_000;
const BATCH = 100;

/** Removes expired records, and clients and grants to which no code or token belongs any more. */
export async function sweepRecords(
  host: Pick<Host, "read" | "transact" | "tasks">,
  signal: AbortSignal,
): Promise<void> {
  await deleteExpiredRecords(host, { at: Date.now(), signal });
  await trimUnused(host);
  await sweepIdle(host, signal, "Grant", async (tx, rows) => {
    for (const { grantId } of rows) if (grantId !== null) await endFamily(host, tx, grantId);
  });
  // Idle clients are those that were registered before clients had an end of their own.
  await sweepIdle(host, signal, "Client", (tx, rows) =>
    deleteRecords(
      tx,
      rows.map(({ id }) => id),
    ),
  );
}

async function sweepIdle(
  host: Pick<Host, "read" | "transact">,
  signal: AbortSignal,
  kind: "Grant" | "Client",
  end: (tx: Tx, rows: readonly Idle[]) => Promise<void>,
): Promise<void> {
  while (!signal.aborted) {
    const rows = await findIdle(host.read, { kind, before: Date.now() - IDLE_MS, limit: BATCH });
    if (rows.length > 0) await host.transact((tx) => end(tx, rows));
    if (rows.length < BATCH) return;
  }
}
