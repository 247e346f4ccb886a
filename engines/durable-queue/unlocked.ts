import type { Database } from "../../runtime/database/database.js";
import { writeAlone } from "../../runtime/database/transaction.js";

/** A change of tasks by their ids that may skip those which another transaction has locked. */
export interface UnlockedChange {
  ids: readonly string[];
  /** The SQL condition on a task's columns, with `?` for `parameters`. */
  where: string;
  parameters: readonly unknown[];
  /** The assignments, which must not depend on their order: MySQL keeps none in an UPDATE of several tables. */
  set: string;
  values: readonly unknown[];
}

/**
 * Changes the tasks that no other transaction has locked, as a transaction of its own; returns their number. A process that is
 * frozen while it holds a task's row keeps nobody from the other rows (ADR-0073). SQLite has one writer at a time, and nothing to
 * skip.
 */
export function changeUnlocked(
  database: Database,
  { ids, where, parameters, set, values }: UnlockedChange,
): Promise<number> {
  const named = `id IN (${ids.map(() => "?").join(", ")}) AND ${where}`;
  if (database.dialect === "sqlite")
    return writeAlone(database, `UPDATE tasks SET ${set} WHERE ${named}`, [...values, ...ids, ...parameters]);
  // The primary key finds the tasks: over the index of the state a server waits for every task that is being queued.
  return writeAlone(
    database,
    `UPDATE (SELECT id AS freeId FROM tasks FORCE INDEX (PRIMARY) WHERE ${named} LIMIT ${ids.length} FOR UPDATE SKIP LOCKED) AS free
      STRAIGHT_JOIN tasks AS task FORCE INDEX (PRIMARY) ON task.id = free.freeId SET ${set}`,
    [...ids, ...parameters, ...values],
  );
}
