import { WorkflowRunUsage } from "../../../entities/workflow-run-usage.js";
import type { Reader, Tx } from "../../../runtime/database/transaction.js";

interface Counted {
  accountId: string;
  bytes: number;
}

/** Returns the bytes that are counted for an account. */
export const storedBytesOf = async (read: Reader, accountId: string): Promise<number> =>
  (await read.findOne(WorkflowRunUsage, { id: accountId }))?.storedBytes ?? 0;

/**
 * Returns the number of an account's running runs and the bytes that are counted for it, in one statement. Reads
 * the index IX_workflow_runs_starter.
 */
export async function standingOf(
  read: Reader,
  accountId: string,
): Promise<{ running: number; bytes: number }> {
  const [row] = await read.query<{ running: number; bytes: number | null }>(
    `SELECT (SELECT COUNT(*) FROM workflow_runs WHERE starterId = ? AND status = 'running') AS running,
            (SELECT storedBytes FROM workflow_run_usage WHERE id = ?) AS bytes`,
    [accountId, accountId],
  );
  return { running: Number(row?.running ?? 0), bytes: Number(row?.bytes ?? 0) };
}

/**
 * Adds bytes to an account's count; negative bytes are given back. An existing row is updated by its key, since an
 * INSERT over it would also lock the gap before it (ADR-0073).
 */
export async function addStored(tx: Tx, { accountId, bytes }: Counted): Promise<void> {
  if (bytes === 0) return;
  const change = "storedBytes = storedBytes + ?";
  if ((await tx.run(`UPDATE workflow_run_usage SET ${change} WHERE id = ?`, [bytes, accountId])) > 0) return;
  const isEmbedded = tx.database.dialect === "sqlite";
  const onConflict = isEmbedded ? "ON CONFLICT (id) DO UPDATE SET" : "ON DUPLICATE KEY UPDATE";
  await tx.run(`INSERT INTO workflow_run_usage (id, storedBytes) VALUES (?, ?) ${onConflict} ${change}`, [
    accountId,
    Math.max(0, bytes),
    bytes,
  ]);
}

/**
 * Adds bytes to an account's count if the sum stays within `most`, else returns false. The row's lock refuses one
 * of two runs that would fill the account together.
 */
export async function addStoredWithin(
  tx: Tx,
  { accountId, bytes, most }: Counted & { most: number },
): Promise<boolean> {
  const add = () =>
    tx.run(
      "UPDATE workflow_run_usage SET storedBytes = storedBytes + ? WHERE id = ? AND storedBytes + ? <= ?",
      [bytes, accountId, bytes, most],
    );
  if ((await add()) === 1) return true;
  // An account's first run finds no row.
  if ((await tx.findOneForUpdate(WorkflowRunUsage, { id: accountId })) !== null || bytes > most) return false;
  await addStored(tx, { accountId, bytes });
  return true;
}

/**
 * Returns some accounts with a higher count than `bytes`, in the order of their ids. Reads the index
 * IX_workflow_run_usage_bytes.
 */
export async function findAbove(
  read: Reader,
  { bytes, after, limit }: { bytes: number; after: string; limit: number },
): Promise<{ id: string; bytes: number }[]> {
  const rows = await read.query<{ id: string; bytes: number }>(
    `SELECT id, storedBytes AS bytes FROM workflow_run_usage WHERE storedBytes > ? AND id > ? ORDER BY id LIMIT ${limit}`,
    [bytes, after],
  );
  return rows.map(({ id, bytes: counted }) => ({ id, bytes: Number(counted) }));
}

/** Sums the bytes in the rows of an account's runs. Reads the index IX_workflow_runs_removable. */
export async function sumStored(read: Reader, accountId: string): Promise<number> {
  const [row] = await read.query<{ bytes: number | null }>(
    "SELECT SUM(storedBytes) AS bytes FROM workflow_runs WHERE starterId = ?",
    [accountId],
  );
  return Number(row?.bytes ?? 0);
}

/**
 * Sets an account's count to the sum of its runs. Another transaction that counts a run waits for the row's lock
 * and adds to the new sum.
 */
export async function recountAccount(tx: Tx, accountId: string): Promise<void> {
  await tx.findOneForUpdate(WorkflowRunUsage, { id: accountId });
  const bytes = await sumStored(tx, accountId);
  await tx.run("UPDATE workflow_run_usage SET storedBytes = ? WHERE id = ?", [bytes, accountId]);
}
