import type { Database } from "../../runtime/database/database.js";
import { placeholders } from "../../runtime/database/reader.js";
import { reader, transaction, type Tx, writeAlone } from "../../runtime/database/transaction.js";
import { elapsed } from "../../runtime/process/clock.js";
import { DIED } from "./life-mark.js";
import { changeUnlocked } from "./unlocked.js";
import type { ClaimedRow } from "./claimed-row.js";

/**
 * Returns the SET clause that makes a lost task ready again. The loss counts as a failed attempt, and as a death of the process
 * unless that was only frozen. A task that was queued once more is new work, with both counts at 0. MySQL assigns from left to
 * right, so `owner` is cleared last.
 */
const release = ({ dialect }: Database) => `state = 'ready',
  attempts = CASE WHEN rerunAt IS NULL THEN attempts + 1 ELSE 0 END,
  deaths = CASE WHEN rerunAt IS NULL THEN deaths + ${dialect === "sqlite" ? 1 : DIED} ELSE 0 END,
  owner = NULL, leaseUntil = NULL, rerunAt = NULL`;

const expired = (database: Database) => `state = 'running' AND leaseUntil < ${database.now}`;

/** The longest time between two heartbeats, however long the lease is. */
export const MOST_BEAT_MS = 2500;
/** Returns the time between two heartbeats. */
export const beatMs = (leaseMs: number): number => Math.min(leaseMs / 3, MOST_BEAT_MS);

/** The time without a heartbeat after which a process that holds no life mark is dead. */
const SILENT_MS = 8000;

/** Returns the time before the end of its lease from which a task may go to another process, if its own seems to have died. */
const earliestLossMs = (leaseMs: number): number => Math.max(0, leaseMs - SILENT_MS);

/**
 * Returns true while no other process can have the task of a run yet. The clock is this process's own, and also counts the time
 * for which the machine slept. See `ClaimedTask.isSurelyOurs`.
 */
export const isSurelyHeld = (
  run: { abort: AbortController; leasedUntil: number } | undefined,
  leaseMs: number,
): boolean =>
  run !== undefined && !run.abort.signal.aborted && elapsed() < run.leasedUntil - earliestLossMs(leaseMs);

/** Matches tasks of processes that have died. A process that is only frozen keeps its tasks until their leases end. */
const orphaned = (database: Database, leaseMs: number) =>
  `state = 'running' AND leaseUntil < ${database.now} + ${earliestLossMs(leaseMs)} AND ${DIED} = 1`;

/**
 * Puts work whose lease ran out back on the queue; returns the number of tasks. The fence keeps the old
 * owner out. Work that kills its process must not go on for ever, so it counts as a failed attempt.
 */
export const reclaimExpired = (database: Database): Promise<number> => reclaim(database, expired(database));

/** Puts work of dead processes back like `reclaimExpired`, long before its lease runs out; for servers only. */
export const reclaimOrphaned = (database: Database, leaseMs: number): Promise<number> =>
  reclaim(database, orphaned(database, leaseMs));

async function reclaim(database: Database, isLost: string): Promise<number> {
  const found = await reader(database).query<{ id: string }>(
    `SELECT id FROM tasks WHERE ${isLost} LIMIT 200`,
  );
  if (found.length === 0) return 0;
  return transaction(database, async (tx) => {
    const free = await freeOf(tx, found, isLost);
    if (free.length === 0) return 0;
    return tx.run(
      `UPDATE tasks SET ${release(database)} WHERE id IN (${placeholders(free)}) AND ${isLost}`,
      free.map(({ id }) => id),
    );
  });
}

/** Locks and returns the tasks that no other transaction has locked. A frozen process may hold the others (ADR-0073). */
async function freeOf(
  tx: Tx,
  tasks: readonly { id: string }[],
  where: string,
): Promise<readonly { id: string }[]> {
  if (tx.database.dialect === "sqlite") return tasks;
  return tx.query<{ id: string }>(
    `SELECT id FROM tasks FORCE INDEX (PRIMARY) WHERE id IN (${placeholders(tasks)}) AND ${where} FOR UPDATE SKIP LOCKED`,
    tasks.map(({ id }) => id),
  );
}

const DEAD_KEPT_MS = 30 * 24 * 3600 * 1000;

/** Deletes tasks that were buried long ago. Tasks that another transaction has locked are left for a later run. */
export async function deleteBuried(database: Database): Promise<void> {
  const isOld = `state = 'dead' AND runAt < ${database.now} - ${DEAD_KEPT_MS}`;
  const found = await reader(database).query<{ id: string }>(`SELECT id FROM tasks WHERE ${isOld} LIMIT 200`);
  if (found.length === 0) return;
  await transaction(database, async (tx) => {
    const free = await freeOf(tx, found, isOld);
    if (free.length === 0) return;
    await tx.run(
      `DELETE FROM tasks WHERE id IN (${placeholders(free)}) AND ${isOld}`,
      free.map(({ id }) => id),
    );
  });
}

/**
 * Takes a task back whose lease ran out, and that nobody has begun since then, which its fence tells; the loss does not count.
 * Returns whether it is this process's again. Afterwards the task runs once more, because it may have been queued again before it
 * was put back; that run finds nothing to do otherwise.
 */
export async function regain(
  database: Database,
  { id, queue, subject, fence, attempts, deaths }: ClaimedRow,
  owner: string,
  leaseMs: number,
): Promise<boolean> {
  // MySQL assigns from left to right: `state` is read before it changes. Another write of the same run may have taken the task back.
  const affected = await writeAlone(
    database,
    `UPDATE tasks SET rerunAt = CASE WHEN state = 'ready' THEN runAt ELSE rerunAt END, state = 'running', owner = ?,
      leaseUntil = ${database.now} + ?, attempts = ?, deaths = ?
      WHERE id = ? AND queue = ? AND subject = ? AND fence = ? AND (state = 'ready' OR (state = 'running' AND owner = ?))`,
    [owner, leaseMs, attempts, deaths, id, queue, subject, fence, owner],
  );
  return affected === 1;
}

/** Reclaims all running tasks at the start with SQLite, when no other process can work on them, and counts attempts like `reclaimExpired`. */
export async function releaseAll(database: Database): Promise<void> {
  await transaction(database, (tx) =>
    tx.run(`UPDATE tasks SET ${release(database)} WHERE state = 'running'`),
  );
}

/**
 * Extends the leases of the tasks that run here; returns the ms for which each lease still holds, by `id/fence`. Tasks that another
 * process has taken are left out. A task that another transaction has locked keeps its present lease, and the others do not wait.
 */
export async function renewLeases(
  database: Database,
  rows: readonly ClaimedRow[],
  owner: string,
  leaseMs: number,
): Promise<Map<string, number>> {
  if (rows.length === 0) return new Map();
  const ids = rows.map((row) => row.id);
  const own = "owner = ? AND state = 'running'";
  await changeUnlocked(database, {
    ids,
    where: own,
    parameters: [owner],
    set: `leaseUntil = ${database.now} + ?`,
    values: [leaseMs],
  });
  const kept = await reader(database).query<{ id: string; fence: number; leftMs: number }>(
    `SELECT id, fence, leaseUntil - ${database.now} AS leftMs FROM tasks WHERE id IN (${placeholders(rows)}) AND ${own}`,
    [...ids, owner],
  );
  return new Map(kept.map(({ id, fence, leftMs }) => [`${id}/${fence}`, Number(leftMs)]));
}
