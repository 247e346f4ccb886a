import type { RowChange } from "../../engines/durable-queue/index.js";
import { StorageUsage } from "../../entities/storage-usage.js";
import type { Statement } from "../../runtime/database/statements.js";
import type { Reader, Tx } from "../../runtime/database/transaction.js";

/** Returns the bytes of the account's committed objects. */
export async function committedBytes(read: Reader, accountId: string): Promise<number> {
  return (await read.findOne(StorageUsage, { id: accountId }))?.committedBytes ?? 0;
}

/**
 * Locks the account's row with the transaction's next statement, and makes it if it does not exist. A new
 * account gets the row at once, so that its first result finds it.
 */
export const lockUsage = (tx: Tx, accountId: string): Promise<void> =>
  tx.withNext([insertion(tx, accountId, 0)]);

function insertion({ database }: Tx, accountId: string, bytes: number): Statement {
  const onConflict =
    database.dialect === "sqlite" ? "ON CONFLICT (id) DO UPDATE SET" : "ON DUPLICATE KEY UPDATE";
  const sql = `INSERT INTO storage_usage (id, committedBytes) VALUES (?, ?) ${onConflict} committedBytes = committedBytes + ?`;
  return { sql, parameters: [accountId, bytes, bytes] };
}

/**
 * Returns the change that counts committed bytes whatever the quota, since results of paid work are always
 * saved (rules/generation 9). Its caller makes the change in a statement that changes rows of other tables too.
 */
export const usageBeside = (
  tx: Tx,
  { accountId, bytes }: { accountId: string; bytes: number },
): RowChange => ({
  table: "storage_usage",
  id: accountId,
  set: "committedBytes = committedBytes + ?",
  parameters: [bytes],
  make: insertion(tx, accountId, bytes),
});

/**
 * Counts bytes if the quota has room for them; returns false otherwise. The row is the lock: two commits
 * cannot both take the last place.
 */
export async function addUsageWithin(
  tx: Tx,
  { accountId, bytes, quotaBytes }: { accountId: string; bytes: number; quotaBytes: number },
): Promise<boolean> {
  await lockUsage(tx, accountId);
  const affected = await tx.run(
    "UPDATE storage_usage SET committedBytes = committedBytes + ? WHERE id = ? AND committedBytes + ? <= ?",
    [bytes, accountId, bytes, quotaBytes],
  );
  return affected === 1;
}

export async function subtractUsage(
  tx: Tx,
  { accountId, bytes }: { accountId: string; bytes: number },
): Promise<void> {
  await tx.run(
    "UPDATE storage_usage SET committedBytes = CASE WHEN committedBytes > ? THEN committedBytes - ? ELSE 0 END WHERE id = ?",
    [bytes, bytes, accountId],
  );
}
