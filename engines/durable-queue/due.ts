import type { Database } from "../../runtime/database/database.js";
import { placeholders } from "../../runtime/database/reader.js";
import type { Reader } from "../../runtime/database/transaction.js";
import type { ClaimedRow } from "./claim.js";
import type { LockedTasks } from "./locked-tasks.js";

/** So many of the oldest due tasks of a queue are looked at: when there are fewer, these are all. */
export const WINDOW = 16;
/** So many payers are looked at in one step of the walk beyond those; a server is asked for each of them. */
const LANES = 32;
const LANES_OF_SERVER = 8;

export interface DueRow extends ClaimedRow {
  priority: number;
  runAt: number;
  /** The database's time at the look. */
  lookedAt: number;
}

/** Parts of one statement: an embedded database takes 500. */
const QUEUES_AT_ONCE = 100;
const columns = (now: string): string =>
  `id, queue, subject, payer, attempts, deaths, fence, priority, runAt, ${now} AS lookedAt`;
const READY = "state = 'ready' AND queue = ?";

/** Leaves out tasks by their ids. */
const without = (ids: readonly string[] = []): string =>
  ids.length === 0 ? "" : ` AND id NOT IN (${placeholders(ids)})`;

/**
 * The tasks, by the index that begins with the payer. Of the two indexes that give the order of time a server would take the other one
 * for a payer who has many, and read all that waits before them. SQLite takes the index with the most columns that are equal.
 */
const byPayer = ({ dialect }: Database): string =>
  dialect === "sqlite" ? "tasks" : "tasks FORCE INDEX (IX_tasks_payer)";

/** What runs of a payer in a queue, over all processes. */
export interface RunningCount {
  queue: string;
  payer: string;
  count: number;
}

/**
 * The oldest due tasks of each queue, and what runs in them of each payer, in one statement, which reads no more of the due
 * tasks than it gives.
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
        place,
      ) => `SELECT * FROM (SELECT ${columns(now)} FROM tasks WHERE ${READY}${without(left[place])} AND runAt <= ${now}
        ORDER BY runAt, id LIMIT ${WINDOW}) AS queue${place}`,
    );
    // in the same columns, with the number where the fence is
    const running = `SELECT '' AS id, queue, '' AS subject, payer, 0 AS attempts, 0 AS deaths, COUNT(*) AS fence,
        0 AS priority, 0 AS runAt, 0 AS lookedAt FROM tasks
      WHERE state = 'running' AND queue IN (${placeholders(some)}) GROUP BY queue, payer`;
    const sql = [...parts, `SELECT * FROM (${running}) AS running`].join(" UNION ALL ");
    rows.push(
      ...(await read.query<DueRow>(sql, [
        ...some.flatMap((queue, place) => [queue, ...(left[place] ?? [])]),
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

/** The oldest due tasks of one payer, of which there may be any number behind them. */
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

export interface Lane {
  payer: string;
  /** Whether the oldest of its tasks is due. */
  isDue: boolean;
}

/**
 * Payers with tasks in the queue, from the one after `after` on in the order of their names; whatever they have waiting. A server is
 * asked for the first one behind `next(payer)` each time.
 */
export async function readLanes(
  read: Reader,
  queue: string,
  { after, next: behind }: { after: string; next(payer: string): string },
): Promise<{ lanes: Lane[]; isEnd: boolean }> {
  const { dialect, now } = read.database;
  if (dialect === "sqlite") {
    const rows = await read.query<Row>(lanesSql(now), [queue, after, queue, queue]);
    return { lanes: rows.map(laneOf), isEnd: rows.length < LANES };
  }
  // A server would read all that each of them has waiting. By its MIN it finds the next payer in one step; asked for the first row
  // behind `after`, it may read all that waits before that row.
  const lanes: Lane[] = [];
  let place = after;
  while (lanes.length < LANES_OF_SERVER) {
    const [next] = await read.query<Row>(
      `SELECT payer, runAt <= ${now} AS isDue FROM ${byPayer(read.database)}
        WHERE ${READY} AND payer = (SELECT MIN(payer) FROM tasks WHERE ${READY} AND payer > ?) ORDER BY runAt LIMIT 1`,
      [queue, queue, place],
    );
    if (next === undefined) return { lanes, isEnd: true };
    lanes.push(laneOf(next));
    place = behind(next.payer);
  }
  return { lanes, isEnd: false };
}

interface Row {
  payer: string;
  isDue: number | string;
}

const laneOf = ({ payer, isDue }: Row): Lane => ({ payer, isDue: Number(isDue) === 1 });

const lanesSql = (now: string): string => `WITH RECURSIVE lanes (payer, place) AS (
    SELECT (SELECT MIN(payer) FROM tasks WHERE ${READY} AND payer > ?), 1
    UNION ALL
    SELECT (SELECT MIN(task.payer) FROM tasks task WHERE ${READY} AND task.payer > lanes.payer), place + 1
      FROM lanes WHERE lanes.payer IS NOT NULL AND place < ${LANES}
  )
  SELECT payer, (SELECT MIN(runAt) FROM tasks task WHERE ${READY} AND task.payer = lanes.payer) <= ${now} AS isDue
    FROM lanes WHERE payer IS NOT NULL`;

/** Servers may give numbers as text. */
const numbers = (row: DueRow): DueRow => ({
  ...row,
  attempts: Number(row.attempts),
  deaths: Number(row.deaths),
  fence: Number(row.fence),
  priority: Number(row.priority),
  runAt: Number(row.runAt),
  lookedAt: Number(row.lookedAt),
});
