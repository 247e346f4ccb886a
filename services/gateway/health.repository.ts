import type { Reader } from "../../runtime/database/transaction.js";

/** The number of a queue's durable tasks in one state. */
export interface TaskCount {
  queue: string;
  state: string;
  count: number;
  /** The milliseconds for which the oldest task has been due; negative while it is not yet due. */
  late: number;
}

/** Runs an empty read, which rejects while the database cannot be reached. */
export async function reachDatabase(read: Reader): Promise<void> {
  await read.query("SELECT 1");
}

/**
 * Counts all durable tasks by queue and state. The statement reads the whole index IX_tasks_due, so it
 * belongs to `longRead`.
 */
export async function countTasksByQueue(longRead: Reader): Promise<TaskCount[]> {
  const rows = await longRead.query<TaskCount>(
    `SELECT queue, state, COUNT(*) AS count, ${longRead.database.now} - MIN(runAt) AS late FROM tasks GROUP BY queue, state`,
  );
  return rows.map((row) => ({ ...row, count: Number(row.count), late: Number(row.late) }));
}
