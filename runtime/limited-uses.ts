import { createHash, randomUUID } from "node:crypto";
import { LessThan } from "typeorm";
import { LimitedUse } from "../entities/limited-use.js";
import { deleteAll } from "./delete-batch.js";
import type { Host } from "./host.js";
import type { Reader, Tx } from "./transaction.js";

/** So many uses in any stretch of time of what `name` names: a client's sign-ups, mails to an address. */
export interface Allowance {
  name: string;
  limit: number;
  windowMs: number;
}

/** Uses that were taken, for giving them back; or how long until there is one again. */
export type Taken = { waitMs: 0; ids: string[] } | { waitMs: number; ids: null };

const bucketOf = ({ name }: Allowance): string => createHash("sha256").update(name).digest("hex");

/** Milliseconds until the allowance has a use left; 0 now. */
export async function waitForUse(reader: Reader, allowance: Allowance): Promise<number> {
  const now = Date.now();
  const [oldest] = await reader.query<{ expiresAt: number }>(
    `SELECT expiresAt FROM limited_uses WHERE bucket = ? AND expiresAt > ?
      ORDER BY expiresAt DESC LIMIT 1 OFFSET ${allowance.limit - 1}`,
    [bucketOf(allowance), now],
  );
  return oldest === undefined ? 0 : Math.max(1, Number(oldest.expiresAt) - now);
}

/**
 * Takes one use of each allowance, or of none of them when one is used up. A row for each bucket is the lock: of two who
 * want the last use at once, on whatever node, one waits and reads the other's.
 */
export async function takeUses(tx: Tx, allowances: readonly Allowance[]): Promise<Taken> {
  const inOrder = allowances.toSorted((one, other) => (bucketOf(one) < bucketOf(other) ? -1 : 1));
  for (const allowance of inOrder) await lockBucket(tx, allowance);
  const waits: number[] = [];
  for (const allowance of inOrder) waits.push(await waitForUse(tx, allowance));
  const waitMs = Math.max(0, ...waits);
  if (waitMs > 0) return { waitMs, ids: null };
  const ids: string[] = [];
  for (const allowance of inOrder) {
    const id = randomUUID();
    await tx.insert(LimitedUse, {
      id,
      bucket: bucketOf(allowance),
      expiresAt: Date.now() + allowance.windowMs,
    });
    ids.push(id);
  }
  return { waitMs: 0, ids };
}

export async function giveUsesBack(tx: Tx, ids: readonly string[]): Promise<void> {
  for (const id of ids) await tx.delete(LimitedUse, { id });
}

async function lockBucket(tx: Tx, allowance: Allowance): Promise<void> {
  const onConflict =
    tx.database.dialect === "sqlite" ? "ON CONFLICT (id) DO UPDATE SET" : "ON DUPLICATE KEY UPDATE";
  const expiresAt = Date.now() + allowance.windowMs;
  await tx.run(
    `INSERT INTO limited_uses (id, bucket, expiresAt) VALUES (?, NULL, ?) ${onConflict} expiresAt = ?`,
    [bucketOf(allowance), expiresAt, expiresAt],
  );
}

/** Removes uses that count no more, so that their table stays small. */
export async function sweepLimitedUses(
  host: Pick<Host, "read" | "transact">,
  signal: AbortSignal,
): Promise<void> {
  await deleteAll<LimitedUse>(host, signal, LimitedUse, { expiresAt: LessThan(Date.now()) });
}
