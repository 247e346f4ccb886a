import type { Reader } from "../../runtime/database/transaction.js";

/** Tasks of a queue that are in one state. */
export interface TaskGroup {
  queue: string;
  state: "ready" | "running" | "dead";
  count: number;
  /** Time at which the first of the tasks is due. */
  oldest: number;
  /** Error of one of the tasks. */
  failed: string | null;
}

/** Counts all durable work by queue and state. */
export async function findTaskGroups(read: Reader): Promise<TaskGroup[]> {
  const rows = await read.query<TaskGroup>(
    "SELECT queue, state, COUNT(*) AS count, MIN(runAt) AS oldest, MAX(lastError) AS failed FROM tasks GROUP BY queue, state ORDER BY queue, state",
  );
  return rows.map((row) => ({ ...row, count: Number(row.count), oldest: Number(row.oldest) }));
}
