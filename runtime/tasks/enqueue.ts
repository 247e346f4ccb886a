import { v7 } from "uuid";
import { currentTrace } from "../tracing/tracer.js";
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

/**
 * Queues work in the caller's transaction. A subject has one task in a queue, and whatever that is doing,
 * the handler begins once more after this transaction has committed:
 *
 * - `ready`: it stays one task, due at the earlier of both times; its attempts go on counting.
 * - `running`: the run in hand may have read what changed since. It notes that another one is wanted, and
 *   when: instead of ending, failing or being buried the task is ready again then, with its attempts at none.
 * - `dead`: it is ready again, with its attempts at none.
 */
export async function enqueue(tx: Tx, task: NewTask): Promise<void> {
  const { now, dialect } = tx.database;
  const isSqlite = dialect === "sqlite";
  const given = (column: string) => (isSqlite ? `excluded.${column}` : `VALUES(${column})`);
  const earlier = (column: string) =>
    `CASE WHEN ${column} < ${given("runAt")} THEN ${column} ELSE ${given("runAt")} END`;
  const revived = (column: string) => `CASE WHEN state = 'dead' THEN ${given(column)} ELSE ${column} END`;
  // MySQL assigns from left to right and reads what it has assigned: the state comes last.
  await tx.run(
    `INSERT INTO tasks
      (id, queue, subject, payer, priority, state, runAt, attempts, fence, traceparent, createdAt)
      VALUES (?, ?, ?, ?, ?, 'ready', ${now} + ?, 0, 0, ?, ${now})
      ${isSqlite ? "ON CONFLICT (queue, subject) DO UPDATE SET" : "ON DUPLICATE KEY UPDATE"}
        rerunAt = CASE WHEN state = 'running' THEN ${earlier("rerunAt")} END,
        runAt = CASE state WHEN 'ready' THEN ${earlier("runAt")} WHEN 'dead' THEN ${given("runAt")} ELSE runAt END,
        payer = ${revived("payer")},
        priority = ${revived("priority")},
        attempts = ${revived("attempts")},
        traceparent = ${revived("traceparent")},
        lastError = CASE WHEN state = 'dead' THEN NULL ELSE lastError END,
        state = ${revived("state")}`,
    [v7(), task.queue, task.subject, task.payer, task.priority ?? 0, task.afterMs ?? 0, currentTrace()],
  );
}
