import type { Database } from "../../runtime/database/database.js";
import { placeholders } from "../../runtime/database/reader.js";
import type { Reader } from "../../runtime/database/transaction.js";
import type { LockedTasks } from "./locked-tasks.js";
import type { ClaimedRow } from "./claimed-row.js";

/** Number of the oldest due tasks of a queue that a look reads: when it finds fewer, these are all. */
export const WINDOW = 16;
/** Number of payers in one step of the walk beyond the window; fewer on a server, which is sent one query for each. */
const PAYERS_A_STEP = 32;
const PAYERS_OF_SERVER = 8;

export interface DueRow extends ClaimedRow {
  priority: number;
  runAt: number;
  /** The database's time at the look. */
  lookedAt: number;
}

/** Number of queues that one statement reads, as parts of a UNION: SQLite takes 500 parts. */
const QUEUES_AT_ONCE = 100;
const columns = (now: string): string =>
  `id, queue, subject, payer, attempts, deaths, fence, priority, runAt, ${now} AS lookedAt`;
const READY = "state = 'ready' AND queue = ?";

/** Returns the SQL condition that leaves out tasks by their ids. */
const without = (ids: readonly string[] = []): string =>
  ids.length === 0 ? "" : ` AND id NOT IN (${placeholders(ids)})`;

/**
 * Returns the table of tasks for a FROM, with the index that begins with the payer. Two indexes give the order of time: for a payer
 * with many tasks a server would take the other one, and read all tasks that wait before them. SQLite takes the right one by itself.
 */
const byPayer = ({ dialect }: Database): string =>
  dialect === "sqlite" ? "tasks" : "tasks FORCE INDEX (IX_tasks_payer)";

/** The number of running tasks of a payer in a queue, over all processes. */
export interface RunningCount {
  queue: string;
  payer: string;
  count: number;
}

/**
 * Reads the oldest due tasks of each queue, and the number of running tasks of each payer in them, with one statement for up to 100
 * queues, which reads no more of the due tasks than it returns.
 */
export async function readWindow(
  read: Reader,
  queues: readonly string[],
  locked: LockedTasks,
): Promise<{ due: DueRow[]; running: RunningCount[] }> {
  const { now } = read.database;
  const rows: DueRow[] = [];
  for (let at = 0; at < queues.length; at += QUEUES_AT_ONCE) {
    const some = queues.slice(at, at + QUEUES_AT_ONCE);
    const left = some.map((queue) => locked.of(queue));
    const parts = some.map(
      (
        _,
        at,
      ) => `SELECT * FROM (SELECT ${columns(now)} FROM tasks WHERE ${READY}${without(left[at])} AND runAt <= ${now}
        ORDER BY runAt, id LIMIT ${WINDOW}) AS queue${at}`,
    );
    // The counts come in the same columns as the tasks, with the number in the column of the fence.
    const running = `SELECT '' AS id, queue, '' AS subject, payer, 0 AS attempts, 0 AS deaths, COUNT(*) AS fence,
        0 AS priority, 0 AS runAt, 0 AS lookedAt FROM tasks
      WHERE state = 'running' AND queue IN (${placeholders(some)}) GROUP BY queue, payer`;
    const sql = [...parts, `SELECT * FROM (${running}) AS running`].join(" UNION ALL ");
    rows.push(
      ...(await read.query<DueRow>(sql, [
        ...some.flatMap((queue, at) => [queue, ...(left[at] ?? [])]),
        ...some,
      ])),
    );
  }
  return {
    due: rows.filter(({ id }) => id !== "").map(numbers),
    running: rows
      .filter(({ id }) => id === "")
      .map(({ queue, payer, fence }) => ({ queue, payer, count: Number(fence) })),
  };
}

/** Reads the oldest due tasks of one payer, at most `limit`, however many more wait behind them. */
export async function readOldestOf(
  read: Reader,
  { queue, payer, locked }: { queue: string; payer: string; locked: LockedTasks },
  limit: number,
): Promise<DueRow[]> {
  const left = locked.of(queue);
  const rows = await read.query<DueRow>(
    `SELECT ${columns(read.database.now)} FROM ${byPayer(read.database)} WHERE ${READY} AND payer = ?${without(left)} AND runAt <= ${read.database.now}
      ORDER BY runAt, id LIMIT ?`,
    [queue, payer, ...left, limit],
  );
  return rows.map(numbers);
}

/** Counts the ready tasks of one payer in a queue, due or not, up to `most`: the count reads no more rows than that. */
export async function countReadyOf(
  read: Reader,
  { queue, payer, most }: { queue: string; payer: string; most: number },
): Promise<number> {
  const [row] = await read.query<{ count: number | string }>(
    `SELECT COUNT(*) AS count FROM (SELECT 1 FROM ${byPayer(read.database)} WHERE ${READY} AND payer = ? LIMIT ?) AS counted`,
    [queue, payer, most],
  );
  return Number(row?.count ?? 0);
}

export interface NextPayer {
  payer: string;
  /** True when the payer's oldest task is due. */
  isDue: boolean;
}

/**
 * Reads the next payers with ready tasks in the queue, due or not, behind `after` in the order of their names. A server is asked for
 * one payer at a time, each behind `next` of the payer before.
 */
export async function readNextPayers(
  read: Reader,
  queue: string,
  { after, next: behind }: { after: string; next(payer: string): string },
): Promise<{ payers: NextPayer[]; isEnd: boolean }> {
  const { dialect, now } = read.database;
  if (dialect === "sqlite") {
    const rows = await read.query<Row>(nextPayersSql(now), [queue, after, queue, queue]);
    return { payers: rows.map(nextPayerOf), isEnd: rows.length < PAYERS_A_STEP };
  }
  // For the recursive statement a server would read all waiting tasks of each payer. It finds the next payer by MIN in one step;
  // asked for the first row behind `after`, it may read all tasks that wait before that row.
  const payers: NextPayer[] = [];
  let from = after;
  while (payers.length < PAYERS_OF_SERVER) {
    const [next] = await read.query<Row>(
      `SELECT payer, runAt <= ${now} AS isDue FROM ${byPayer(read.database)}
        WHERE ${READY} AND payer = (SELECT MIN(payer) FROM tasks WHERE ${READY} AND payer > ?) ORDER BY runAt LIMIT 1`,
      [queue, queue, from],
    );
    if (next === undefined) return { payers, isEnd: true };
    payers.push(nextPayerOf(next));
    from = behind(next.payer);
  }
  return { payers, isEnd: false };
}

interface Row {
  payer: string;
  isDue: number | string;
}

const nextPayerOf = ({ payer, isDue }: Row): NextPayer => ({ payer, isDue: Number(isDue) === 1 });

const nextPayersSql = (now: string): string => `WITH RECURSIVE walk (payer, step) AS (
    SELECT (SELECT MIN(payer) FROM tasks WHERE ${READY} AND payer > ?), 1
    UNION ALL
    SELECT (SELECT MIN(task.payer) FROM tasks task WHERE ${READY} AND task.payer > walk.payer), step + 1
      FROM walk WHERE walk.payer IS NOT NULL AND step < ${PAYERS_A_STEP}
  )
  SELECT payer, (SELECT MIN(runAt) FROM tasks task WHERE ${READY} AND task.payer = walk.payer) <= ${now} AS isDue
    FROM walk WHERE payer IS NOT NULL`;

/** Turns the numbers of a row, which servers may give as text, into numbers. */
const numbers = (row: DueRow): DueRow => ({
  ...row,
  attempts: Number(row.attempts),
  deaths: Number(row.deaths),
  fence: Number(row.fence),
  priority: Number(row.priority),
  runAt: Number(row.runAt),
  lookedAt: Number(row.lookedAt),
});
