import type { Database } from "../../runtime/database/database.js";
import { writeAlone } from "../../runtime/database/transaction.js";

/** A change of tasks by their ids that need nothing of what another transaction has locked. */
export interface UnlockedChange {
  ids: readonly string[];
  /** What a task has to be, with `?` for its parameters; names its columns alone. */
  where: string;
  parameters: readonly unknown[];
  /** Must not depend on the order of its assignments: MySQL has none where several tables stand in an UPDATE. */
  set: string;
  values: readonly unknown[];
}

/**
 * Changes those of the tasks that no other transaction has locked, as a transaction of its own; gives how many. A process that is
 * frozen while it holds a task's row keeps nobody from the other rows (ADR-0073). The embedded file has one writer at a time, and
 * nothing to skip.
 */
export function changeUnlocked(
  database: Database,
  { ids, where, parameters, set, values }: UnlockedChange,
): Promise<number> {
  const named = `id IN (${ids.map(() => "?").join(", ")}) AND ${where}`;
  if (database.dialect === "sqlite")
    return writeAlone(database, `UPDATE tasks SET ${set} WHERE ${named}`, [...values, ...ids, ...parameters]);
  // Found by their ids: over the index of the state a server waits for every task that is being queued.
  return writeAlone(
    database,
    `UPDATE (SELECT id AS freeId FROM tasks FORCE INDEX (PRIMARY) WHERE ${named} LIMIT ${ids.length} FOR UPDATE SKIP LOCKED) AS free
      STRAIGHT_JOIN tasks AS task FORCE INDEX (PRIMARY) ON task.id = free.freeId SET ${set}`,
    [...ids, ...parameters, ...values],
  );
}
