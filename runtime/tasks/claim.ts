import type { Database } from "../database.js";
import { reader, transaction } from "../transaction.js";
import { shareSlots } from "./share-slots.js";

export interface ClaimedRow {
  id: string;
  queue: string;
  subject: string;
  payer: string;
  attempts: number;
  fence: number;
}

export interface Claim {
  won: ClaimedRow[];
  /** More was due than there were slots: worth a look when one is free again. */
  isShort: boolean;
  /** Another process was faster with a candidate: worth another look now. */
  isContested: boolean;
}

const PAYERS_SEEN = 500;
const marks = (values: readonly unknown[]) => values.map(() => "?").join(", ");

/**
 * Claims due tasks, up to the free slots of each queue: the oldest ones of the payers with the fewest
 * running, so that one payer's ten thousand do not fill the window. Two processes may pick the same
 * candidate; the guarded UPDATE lets one of them win. That is also what SQLite can do: SKIP LOCKED
 * would help only with many more workers than a deployment has processes.
 */
export async function claim(
  database: Database,
  free: ReadonlyMap<string, number>,
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
  free: ReadonlyMap<string, number>,
): Promise<{ candidates: ClaimedRow[]; isShort: boolean }> {
  const read = reader(database);
  const queues = [...free.keys()];
  const waiting = await read.query<Waiting>(
    `SELECT queue, payer, MIN(runAt) AS oldest, COUNT(*) AS ready FROM tasks
      WHERE state = 'ready' AND queue IN (${marks(queues)}) AND runAt <= ${database.now}
      GROUP BY queue, payer ORDER BY oldest LIMIT ${PAYERS_SEEN}`,
    queues,
  );
  if (waiting.length === 0) return { candidates: [], isShort: false };
  const load = await runningByPayer(database, waiting);
  const picked: ClaimedRow[] = [];
  let isShort = waiting.length === PAYERS_SEEN;
  for (const [queue, payers] of Map.groupBy(waiting, (row) => row.queue)) {
    isShort ||= payers.reduce((sum, { ready }) => sum + Number(ready), 0) > (free.get(queue) ?? 0);
    for (const [payer, limit] of shareSlots(payers, load, free.get(queue) ?? 0)) {
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

/** How much of each payer is running; not asked when only one of them waits. */
async function runningByPayer(database: Database, waiting: readonly Waiting[]): Promise<Map<string, number>> {
  const payers = [...new Set(waiting.map((row) => row.payer))];
  if (payers.length < 2) return new Map();
  const rows = await reader(database).query<{ payer: string; running: number }>(
    `SELECT payer, COUNT(*) AS running FROM tasks WHERE state = 'running' GROUP BY payer`,
  );
  return new Map(rows.map((row) => [row.payer, Number(row.running)]));
}
