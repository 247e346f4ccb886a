import { ServiceError } from "../../contracts/errors.js";

/** Thrown in a transaction: it is rolled back and begun again, as after a deadlock. */
export class TryAgain extends Error {
  override readonly name = "TryAgain";
}

/** Names as mysql2 has them: deadlocks, waits for locks, and what Group Replication says of a conflict between writers. */
const CONFLICTS: ReadonlySet<unknown> = new Set([
  "ER_LOCK_DEADLOCK",
  "ER_LOCK_WAIT_TIMEOUT",
  "ER_CHECKREAD",
  "ER_TRANSACTION_ROLLBACK_DURING_COMMIT",
]);
const SQLITE_BUSY = 5;

/**
 * Deadlocks, lock timeouts and conflicts with another writer of a cluster (Galera tells them as deadlocks, Group Replication by
 * a name of its own), also at the COMMIT: the database rolled the transaction back, and it may run again.
 */
export function isRolledBack(error: unknown): boolean {
  if (error instanceof TryAgain) return true;
  const { code, errcode } =
    (error as { driverError?: { code?: unknown; errcode?: unknown } } | null)?.driverError ?? {};
  return CONFLICTS.has(code) || (code === "ERR_SQLITE_ERROR" && errcode === SQLITE_BUSY);
}

/** The same of an error that has passed through a call, perhaps of another process: nobody's fault, and nothing of it was kept. */
export const isConflict = (error: unknown): boolean =>
  isRolledBack(error) || (error instanceof ServiceError && error.details.isConflict === true);
