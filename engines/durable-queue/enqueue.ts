import { v7 } from "uuid";
import type { Database } from "../../runtime/database/database.js";
import { tracing } from "../../runtime/process/tracing/tracer.js";
import type { Tx } from "../../runtime/database/transaction.js";
import type { WakeUps, NamedTask } from "./wake-ups.js";

export interface NewTask {
  queue: string;
  /** Id of the domain row that the task points to. */
  subject: string;
  payer: string;
  /** The time from now until the task is due, by the database's clock. */
  afterMs?: number;
  priority?: number;
}

/**
 * Queues work in the caller's transaction. A subject has one task in a queue, and in whatever state that task is,
 * its handler begins a run after this transaction has committed:
 *
 * - `ready`: it stays one task, due at the earlier of both times; its attempts go on counting.
 * - `running`: the present run may have read old data. The task notes when another run is wanted: instead of
 *   ending, failing or being buried it is ready again at that time, with no attempts counted.
 * - `dead`: it is ready again, with no attempts counted.
 *
 * A server inserts a task only where it sees none, and else changes the existing one by its key: an INSERT over an existing row
 * also locks the gap before it, and a process that froze then would keep others from queueing anything that
 * belongs there (ADR-0073).
 */
export async function enqueue(tx: Tx, task: NewTask): Promise<void> {
  const { queue, subject, payer, priority = 0, afterMs = 0 } = task;
  const { now, dialect } = tx.database;
  const { sql, values } = insertion(tx.database, task);
  if (dialect === "sqlite") {
    await tx.run(sql, values);
    return;
  }
  const parameters: unknown[] = [];
  const given = {
    runAt: afterMs,
    payer,
    priority,
    attempts: 0,
    traceparent: tracing.tracer?.current() ?? null,
    state: "ready",
  };
  const again = queuedAgain((column) => {
    parameters.push(given[column]);
    return column === "runAt" ? `${now} + ?` : "?";
  });
  // A task that the INSERT has seen may have ended before the UPDATE.
  while ((await tx.run(sql, values)) === 0) {
    const known = await tx.run(`UPDATE tasks SET ${again} WHERE ${IS_THERE}`, [
      ...parameters,
      queue,
      subject,
    ]);
    if (known > 0) return;
  }
}

/**
 * Queues work on a subject that this transaction has just made, so that it can have no task yet: the transaction does not wait
 * for the statement, which travels with a later one while locks are held. Returns what a process has to know to claim the task.
 */
export async function enqueueNew(tx: Tx, task: NewTask): Promise<NamedTask> {
  const { sql, values, id } = insertion(tx.database, task);
  await tx.withNext([{ sql, parameters: values }]);
  return { id, subject: task.subject };
}

/** Returns `enqueue` and `enqueueNew` as a process calls them: each also wakes a worker after the commit. */
export const waking = (wakeUps: Pick<WakeUps, "announce">) => ({
  async enqueue(tx: Tx, task: NewTask): Promise<void> {
    await enqueue(tx, task);
    tx.afterCommit(() => wakeUps.announce(task, task.afterMs ?? 0));
  },
  async enqueueNew(tx: Tx, task: NewTask): Promise<void> {
    const named = await enqueueNew(tx, task);
    tx.afterCommit(() => wakeUps.announce(task, task.afterMs ?? 0, named));
  },
});

const IS_THERE = "queue = ? AND subject = ?";

/** Returns the statement that inserts a task where the subject has none; on SQLite it also changes an existing one. */
function insertion(
  { now, dialect }: Database,
  task: NewTask,
): { sql: string; values: unknown[]; id: string } {
  const { queue, subject, payer, priority = 0, afterMs = 0 } = task;
  const id = v7();
  const values = [id, queue, subject, payer, priority, afterMs, tracing.tracer?.current() ?? null];
  const row = `?, ?, ?, ?, ?, 'ready', ${now} + ?, 0, 0, ?, ${now}`;
  const insert = `INSERT INTO tasks
    (id, queue, subject, payer, priority, state, runAt, attempts, fence, traceparent, createdAt)`;
  if (dialect === "sqlite") {
    const again = queuedAgain((column) => `excluded.${column}`);
    return {
      sql: `${insert} VALUES (${row}) ON CONFLICT (queue, subject) DO UPDATE SET ${again}`,
      values,
      id,
    };
  }
  const sql = `${insert} SELECT ${row} FROM DUAL WHERE NOT EXISTS (SELECT 1 FROM tasks AS known WHERE ${IS_THERE})
    ON DUPLICATE KEY UPDATE ${queuedAgain((column) => `VALUES(${column})`)}`;
  return { sql, values: [...values, queue, subject], id };
}

type Given = "runAt" | "payer" | "priority" | "attempts" | "traceparent" | "state";

/**
 * Returns the SET clause for an existing task. `given` returns the SQL of the new task's value of a column, and is called in the
 * order of the text.
 */
function queuedAgain(given: (column: Given) => string): string {
  const earlier = (column: "runAt" | "rerunAt") =>
    `CASE WHEN ${column} < ${given("runAt")} THEN ${column} ELSE ${given("runAt")} END`;
  const revived = (column: Given) => `CASE WHEN state = 'dead' THEN ${given(column)} ELSE ${column} END`;
  // MySQL assigns from left to right and reads what it has assigned: the state comes last.
  return `rerunAt = CASE WHEN state = 'running' THEN ${earlier("rerunAt")} END,
        runAt = CASE state WHEN 'ready' THEN ${earlier("runAt")} WHEN 'dead' THEN ${given("runAt")} ELSE runAt END,
        payer = ${revived("payer")},
        priority = ${revived("priority")},
        attempts = ${revived("attempts")},
        traceparent = ${revived("traceparent")},
        lastError = CASE WHEN state = 'dead' THEN NULL ELSE lastError END,
        state = ${revived("state")}`;
}
