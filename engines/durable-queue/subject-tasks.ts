import type { Reader, Tx } from "../../runtime/database/transaction.js";

/** Drops a subject's waiting task in the caller's transaction; a running one finds its subject terminal, and does not come again. */
export async function drop(tx: Tx, queue: string, subject: string): Promise<void> {
  const which = "WHERE queue = ? AND subject = ? AND state";
  await tx.run(`UPDATE tasks SET rerunAt = NULL ${which} = 'running'`, [queue, subject]);
  await tx.run(`DELETE FROM tasks ${which} <> 'running'`, [queue, subject]);
}

/** Returns whether a subject has a task in the queue, in any state. */
export async function isQueued(read: Reader, queue: string, subject: string): Promise<boolean> {
  const rows = await read.query("SELECT 1 FROM tasks WHERE queue = ? AND subject = ?", [queue, subject]);
  return rows.length > 0;
}

/** Returns whether some process works on a subject. */
export async function isRunning(tx: Tx, queue: string, subject: string): Promise<boolean> {
  const rows = await tx.query("SELECT 1 FROM tasks WHERE queue = ? AND subject = ? AND state = 'running'", [
    queue,
    subject,
  ]);
  return rows.length > 0;
}

/** Makes a subject's waiting task due now; a running one comes once more after its end. */
export async function hasten(tx: Tx, queue: string, subject: string): Promise<void> {
  const { now } = tx.database;
  await tx.run(
    `UPDATE tasks SET rerunAt = CASE WHEN state = 'running' THEN ${now} ELSE rerunAt END,
        runAt = CASE WHEN state = 'ready' THEN ${now} ELSE runAt END
      WHERE queue = ? AND subject = ? AND state IN ('ready', 'running')`,
    [queue, subject],
  );
}
