import type { Tx } from "../../runtime/transaction.js";

/** Counts committed bytes whatever the quota says: results of paid work always save (spec: Limits). */
export async function addUsage(tx: Tx, accountId: string, bytes: number): Promise<void> {
  const onConflict =
    tx.database.dialect === "sqlite" ? "ON CONFLICT (id) DO UPDATE SET" : "ON DUPLICATE KEY UPDATE";
  await tx.run(
    `INSERT INTO storage_usage (id, committedBytes) VALUES (?, ?) ${onConflict} committedBytes = committedBytes + ?`,
    [accountId, bytes, bytes],
  );
}

/** Counts bytes if the quota holds them; false otherwise. The row is the lock: two commits cannot both take the last place. */
export async function addUsageWithin(
  tx: Tx,
  accountId: string,
  bytes: number,
  quotaBytes: number,
): Promise<boolean> {
  await addUsage(tx, accountId, 0);
  const affected = await tx.run(
    "UPDATE storage_usage SET committedBytes = committedBytes + ? WHERE id = ? AND committedBytes + ? <= ?",
    [bytes, accountId, bytes, quotaBytes],
  );
  return affected === 1;
}

export async function subtractUsage(tx: Tx, accountId: string, bytes: number): Promise<void> {
  await tx.run(
    "UPDATE storage_usage SET committedBytes = CASE WHEN committedBytes > ? THEN committedBytes - ? ELSE 0 END WHERE id = ?",
    [bytes, bytes, accountId],
  );
}
