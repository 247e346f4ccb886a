import type { Reader } from "../../runtime/database/transaction.js";

/** The tasks of a queue that are in one state. */
export interface TaskGroup {
  queue: string;
  state: "ready" | "running" | "dead";
  count: number;
  /** When the first of them is due. */
  oldest: number;
  /** One of their errors. */
  failed: string | null;
}

/** All durable work, by queue and state. */
export async function findTaskGroups(read: Reader): Promise<TaskGroup[]> {
  const rows = await read.query<TaskGroup>(
    "SELECT queue, state, COUNT(*) AS count, MIN(runAt) AS oldest, MAX(lastError) AS failed FROM tasks GROUP BY queue, state ORDER BY queue, state",
  );
  return rows.map((row) => ({ ...row, count: Number(row.count), oldest: Number(row.oldest) }));
}
