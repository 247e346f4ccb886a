import { v7 } from "uuid";
import type { Tx } from "../transaction.js";

export interface NewTask {
  queue: string;
  /** Id of the domain row that the task points to. */
  subject: string;
  payer: string;
  /** From now, by the database's clock. */
  afterMs?: number;
  priority?: number;
}

/** Queues work in the caller's transaction. Queueing the same subject twice is one task. */
export async function enqueue(tx: Tx, task: NewTask): Promise<void> {
  const { now, dialect } = tx.database;
  await tx.run(
    `INSERT INTO tasks
      (id, queue, subject, payer, priority, state, runAt, attempts, fence, createdAt)
      VALUES (?, ?, ?, ?, ?, 'ready', ${now} + ?, 0, 0, ${now})
      ${dialect === "sqlite" ? "ON CONFLICT (queue, subject) DO NOTHING" : "ON DUPLICATE KEY UPDATE id = id"}`,
    [v7(), task.queue, task.subject, task.payer, task.priority ?? 0, task.afterMs ?? 0],
  );
}
