import type { Database } from "../database.js";
import { placeholders } from "../placeholders.js";
import { reader, transaction } from "../transaction.js";
import { shareSlots } from "./share-slots.js";

export interface ClaimedRow {
  id: string;
  queue: string;
  /** Id of the domain row. */
  subject: string;
  payer: string;
  /** Failures before this claim. */
  attempts: number;
  /** Goes up with each claim. */
  fence: number;
}

/** What this process can take of a queue. */
export interface FreeSlots {
  slots: number;
  /** At most this many of one payer may run, in all processes. */
  perPayer: number;
}

export interface Claim {
  won: ClaimedRow[];
  /** More was due than there were slots: worth a look when one is free again. */
  isShort: boolean;
  /** Another process was faster with a candidate: worth another look now. */
  isContested: boolean;
}

const PAYERS_SEEN = 500;
/**
 * Claims due tasks, up to the free slots of each queue: the oldest ones of the payers with the fewest
 * running, so that one payer's ten thousand do not fill the window, nor one queue's payers another's. Two processes may pick the same
 * candidate; the guarded UPDATE lets one of them win. That is also what SQLite can do: SKIP LOCKED
 * would help only with many more workers than a deployment has processes.
 */
export async function claim(
  database: Database,
  free: ReadonlyMap<string, FreeSlots>,
  owner: string,
  leaseMs: number,
): Promise<Claim> {
  if (free.size === 0) return { won: [], isShort: true, isContested: false };
  const { candidates, isShort } = await pickCandidates(database, free);
  if (candidates.length === 0) return { won: [], isShort, isContested: false };
  const won = await transaction(database, async (tx) => {
    const won: ClaimedRow[] = [];
    for (const row of candidates) {
      const affected = await tx.run(
        `UPDATE tasks SET state = 'running', owner = ?, fence = fence + 1, leaseUntil = ${database.now} + ?
          WHERE id = ? AND state = 'ready' AND fence = ?`,
        [owner, leaseMs, row.id, row.fence],
      );
      if (affected === 1) won.push({ ...row, fence: row.fence + 1 });
    }
    return won;
  });
  return { won, isShort, isContested: won.length < candidates.length };
}

interface Waiting {
  queue: string;
  payer: string;
  ready: number;
}

async function pickCandidates(
  database: Database,
  free: ReadonlyMap<string, FreeSlots>,
): Promise<{ candidates: ClaimedRow[]; isShort: boolean }> {
  const read = reader(database);
  const waiting = await readWaiting(database, [...free.keys()]);
  if (waiting.length === 0) return { candidates: [], isShort: false };
  const running = await readRunning(database, waiting, free);
  const load = new Map<string, number>();
  for (const { payer, count } of running) load.set(payer, (load.get(payer) ?? 0) + count);
  const picked: ClaimedRow[] = [];
  let isShort = false;
  for (const [queue, payers] of Map.groupBy(waiting, (row) => row.queue)) {
    const { slots, perPayer } = free.get(queue) ?? { slots: 0, perPayer: 0 };
    const mine = new Map(running.filter((row) => row.queue === queue).map((row) => [row.payer, row.count]));
    const allowed = payers.map(({ payer, ready }) => ({
      payer,
      ready: Math.min(ready, perPayer - (mine.get(payer) ?? 0)),
    }));
    const shares = shareSlots(allowed, load, slots);
    const due = payers.reduce((sum, { ready }) => sum + ready, 0);
    const taken = [...shares.values()].reduce((sum, share) => sum + share, 0);
    isShort ||= due > taken || payers.length === PAYERS_SEEN;
    for (const [payer, limit] of shares) {
      picked.push(
        ...(await read.query<ClaimedRow>(
          `SELECT id, queue, subject, payer, attempts, fence FROM tasks
            WHERE state = 'ready' AND queue = ? AND payer = ? AND runAt <= ${database.now}
            ORDER BY priority DESC, runAt, id LIMIT ${limit}`,
          [queue, payer],
        )),
      );
    }
  }
  return { candidates: picked, isShort };
}

/** How much is due of the payers who wait longest in each queue, the longest first. */
async function readWaiting(database: Database, queues: readonly string[]): Promise<Waiting[]> {
  const rows = await reader(database).query<Waiting>(
    `SELECT queue, payer, ready FROM (
        SELECT queue, payer, MIN(runAt) AS oldest, COUNT(*) AS ready,
            ROW_NUMBER() OVER (PARTITION BY queue ORDER BY MIN(runAt)) AS place
          FROM tasks WHERE state = 'ready' AND queue IN (${placeholders(queues)}) AND runAt <= ${database.now}
          GROUP BY queue, payer
      ) AS waiting WHERE place <= ${PAYERS_SEEN} ORDER BY oldest`,
    queues,
  );
  return rows.map(({ ready, ...row }) => ({ ...row, ready: Number(ready) }));
}

/** What runs of each payer by queue; not asked when nothing hangs on it: one of them waits, and may have all slots. */
async function readRunning(
  database: Database,
  waiting: readonly Waiting[],
  free: ReadonlyMap<string, FreeSlots>,
): Promise<{ queue: string; payer: string; count: number }[]> {
  const isBounded = waiting.some(({ queue }) => Number.isFinite(free.get(queue)?.perPayer ?? Infinity));
  if (!isBounded && new Set(waiting.map(({ payer }) => payer)).size < 2) return [];
  const rows = await reader(database).query<{ queue: string; payer: string; count: number }>(
    "SELECT queue, payer, COUNT(*) AS count FROM tasks WHERE state = 'running' GROUP BY queue, payer",
  );
  return rows.map(({ count, ...row }) => ({ ...row, count: Number(count) }));
}
