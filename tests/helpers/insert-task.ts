import { Task } from "../../entities/task.js";
import type { Database } from "../../runtime/database/database.js";
import { transaction } from "../../runtime/database/transaction.js";

/** Inserts a task as it may lie in the table: ready and due, of the queue `work`, unless told otherwise. Its id is its subject. */
export async function insertTask(
  database: Database,
  subject: string,
  rest: Partial<Task> = {},
): Promise<void> {
  const counts = { priority: 0, attempts: 0, deaths: 0, fence: 1 };
  const none = { owner: null, leaseUntil: null, rerunAt: null, lastError: null, traceparent: null };
  const row = { id: subject, queue: "work", subject, payer: "payer", state: "ready" as const };
  await transaction(database, (tx) =>
    tx.insert(Task, { ...row, ...counts, ...none, runAt: 1, createdAt: 1, ...rest }),
  );
}
