import type { Database } from "../database.js";
import { placeholders } from "../placeholders.js";
import { reader, transaction, writeAlone } from "../transaction.js";
import type { ClaimedRow } from "./claim.js";
import { DIED } from "./life-mark.js";

/**
 * Counts as a failed attempt, and as a death of its process unless that lives on and was only frozen; but not when it was
 * queued once more: that is new work, which has failed never. MySQL assigns from left to right: `owner` goes last.
 */
const release = ({ dialect }: Database) => `state = 'ready',
  attempts = CASE WHEN rerunAt IS NULL THEN attempts + 1 ELSE 0 END,
  deaths = CASE WHEN rerunAt IS NULL THEN deaths + ${dialect === "sqlite" ? 1 : DIED} ELSE 0 END,
  owner = NULL, leaseUntil = NULL, rerunAt = NULL`;

const expired = (database: Database) => `state = 'running' AND leaseUntil < ${database.now}`;

/** The longest time between two heartbeats, however long the lease is. */
export const MOST_BEAT_MS = 2500;
/** A process that has sent no heartbeat for this long, and holds no life mark, is dead. */
const SILENT_MS = 8000;

/** Matches tasks of processes that have died. A process that is only frozen keeps its tasks until their leases end. */
const orphaned = (database: Database, leaseMs: number) =>
  `state = 'running' AND leaseUntil < ${database.now} + ${Math.max(0, leaseMs - SILENT_MS)} AND ${DIED} = 1`;

/**
 * Puts work whose lease ran out back on the queue; gives the number of tasks. The fence keeps the old
 * owner out. Work that kills its process must not go on for ever, so it counts as a failed attempt.
 */
export const reclaimExpired = (database: Database): Promise<number> => reclaim(database, expired(database));

/** Puts work of dead processes back in the same way, long before its lease runs out. On a server only. */
export const reclaimOrphaned = (database: Database, leaseMs: number): Promise<number> =>
  reclaim(database, orphaned(database, leaseMs));

async function reclaim(database: Database, isLost: string): Promise<number> {
  const found = await reader(database).query<{ id: string }>(
    `SELECT id FROM tasks WHERE ${isLost} LIMIT 200`,
  );
  if (found.length === 0) return 0;
  return transaction(database, async (tx) => {
    let count = 0;
    for (const { id } of found)
      count += await tx.run(`UPDATE tasks SET ${release(database)} WHERE id = ? AND ${isLost}`, [id]);
    return count;
  });
}

/** At the start of an embedded instance: nobody else can be at work. Counts like `reclaimExpired`. */
export async function releaseAll(database: Database): Promise<void> {
  await transaction(database, (tx) =>
    tx.run(`UPDATE tasks SET ${release(database)} WHERE state = 'running'`),
  );
}

/** Extends the leases of what runs here; gives the `id/fence` of those that another process has taken. */
export async function renewLeases(
  database: Database,
  rows: readonly ClaimedRow[],
  owner: string,
  leaseMs: number,
): Promise<Set<string>> {
  if (rows.length === 0) return new Set();
  const ids = rows.map((row) => row.id);
  await writeAlone(
    database,
    `UPDATE tasks SET leaseUntil = ${database.now} + ? WHERE id IN (${placeholders(rows)}) AND owner = ? AND state = 'running'`,
    [leaseMs, ...ids, owner],
  );
  const kept = await reader(database).query<{ id: string; fence: number }>(
    `SELECT id, fence FROM tasks WHERE id IN (${placeholders(rows)}) AND owner = ? AND state = 'running'`,
    [...ids, owner],
  );
  const alive = new Set(kept.map((row) => `${row.id}/${row.fence}`));
  return new Set(rows.map((row) => `${row.id}/${row.fence}`).filter((key) => !alive.has(key)));
}
