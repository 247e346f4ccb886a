import type { Reader } from "../../runtime/database/transaction.js";

/** The durable tasks of a queue that are in one state. */
export interface TaskCount {
  queue: string;
  state: string;
  count: number;
  /** For how long the oldest of them has been due, in ms; negative while it is not yet due. */
  late: number;
}

/** Rejects while the database cannot be reached. */
export async function reachDatabase(read: Reader): Promise<void> {
  await read.query("SELECT 1");
}

/** All durable tasks, counted by queue and state. It reads the whole index IX_tasks_due, so it belongs to `longRead`. */
export async function countTasksByQueue(longRead: Reader): Promise<TaskCount[]> {
  const rows = await longRead.query<TaskCount>(
    `SELECT queue, state, COUNT(*) AS count, ${longRead.database.now} - MIN(runAt) AS late FROM tasks GROUP BY queue, state`,
  );
  return rows.map((row) => ({ ...row, count: Number(row.count), late: Number(row.late) }));
}
