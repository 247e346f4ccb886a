import { createHash, randomUUID } from "node:crypto";
import { LessThan } from "typeorm";
import { LimitedUse } from "../../entities/limited-use.js";
import { deleteAll } from "../database/delete-batch.js";
import type { Host } from "../process/host.js";
import type { Reader, Tx } from "../database/transaction.js";

/**
 * A limit of uses within any stretch of `windowMs`. `name` identifies the limited subject, for example the
 * sign-ups of a client or the mails to an address.
 */
export interface UseLimit {
  name: string;
  limit: number;
  windowMs: number;
}

/**
 * The ids of the uses that were taken, by which they can be given back, or the milliseconds until one is
 * free.
 */
export type Taken = { waitMs: 0; ids: string[] } | { waitMs: number; ids: null };

const bucketOf = ({ name }: UseLimit): string => createHash("sha256").update(name).digest("hex");

/** Returns the milliseconds until the limit has a use left, or 0 if it has one now. */
export async function waitForUse(reader: Reader, limit: UseLimit): Promise<number> {
  const now = Date.now();
  const [oldest] = await reader.query<{ expiresAt: number }>(
    `SELECT expiresAt FROM limited_uses WHERE bucket = ? AND expiresAt > ? AND expiresAt <= ?
      ORDER BY expiresAt DESC LIMIT 1 OFFSET ${limit.limit - 1}`,
    // A use that ends later than two windows from now was taken by a process whose clock was wrong.
    [bucketOf(limit), now, now + 2 * limit.windowMs],
  );
  return oldest === undefined ? 0 : Math.max(1, Number(oldest.expiresAt) - now);
}

/**
 * Takes one use of each limit, or none if any of them is used up. Each bucket has a row that serves as its
 * lock: of two transactions that want the last use at once, on whatever nodes, one waits and then sees the
 * other's use.
 */
export async function takeUses(tx: Tx, limits: readonly UseLimit[]): Promise<Taken> {
  const inOrder = limits.toSorted((one, other) => (bucketOf(one) < bucketOf(other) ? -1 : 1));
  for (const limit of inOrder) await lockBucket(tx, limit);
  const waits: number[] = [];
  for (const limit of inOrder) waits.push(await waitForUse(tx, limit));
  const waitMs = Math.max(0, ...waits);
  if (waitMs > 0) return { waitMs, ids: null };
  const ids: string[] = [];
  for (const limit of inOrder) {
    const id = randomUUID();
    await tx.insert(LimitedUse, {
      id,
      bucket: bucketOf(limit),
      expiresAt: Date.now() + limit.windowMs,
    });
    ids.push(id);
  }
  return { waitMs: 0, ids };
}

export async function giveUsesBack(tx: Tx, ids: readonly string[]): Promise<void> {
  for (const id of ids) await tx.delete(LimitedUse, { id });
}

async function lockBucket(tx: Tx, limit: UseLimit): Promise<void> {
  const onConflict =
    tx.database.dialect === "sqlite" ? "ON CONFLICT (id) DO UPDATE SET" : "ON DUPLICATE KEY UPDATE";
  const expiresAt = Date.now() + limit.windowMs;
  await tx.run(
    `INSERT INTO limited_uses (id, bucket, expiresAt) VALUES (?, NULL, ?) ${onConflict} expiresAt = ?`,
    [bucketOf(limit), expiresAt, expiresAt],
  );
}

/** Removes expired uses, so that their table stays small. */
export async function sweepLimitedUses(
  host: Pick<Host, "read" | "transact">,
  signal: AbortSignal,
): Promise<void> {
  await deleteAll<LimitedUse>(host, signal, LimitedUse, { expiresAt: LessThan(Date.now()) });
}
