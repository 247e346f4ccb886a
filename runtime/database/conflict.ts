import { QueryFailedError } from "typeorm";
import { ServiceError } from "../../contracts/errors.js";
import { LOST_COMMIT } from "./server/cluster-errors.js";

/**
 * The error that a transaction's callback throws to have the transaction rolled back and begun again, as after a deadlock.
 */
export class TryAgain extends Error {
  override readonly name = "TryAgain";
}

/** The mysql2 codes of deadlocks, of timeouts while waiting for locks, and of Group Replication's conflicts of writers. */
const CONFLICTS: ReadonlySet<unknown> = new Set([
  "ER_LOCK_DEADLOCK",
  "ER_LOCK_WAIT_TIMEOUT",
  "ER_CHECKREAD",
  "ER_TRANSACTION_ROLLBACK_DURING_COMMIT",
]);
const SQLITE_BUSY = 5;

/**
 * Tells whether the database rolled the transaction back so that it may run again: after a deadlock, a lock timeout, or a
 * conflict with another writer of a cluster, also at the COMMIT. Galera reports such a conflict as a deadlock, and Group
 * Replication by a code of its own.
 */
export function isRolledBack(error: unknown): boolean {
  if (error instanceof TryAgain) return true;
  const { code, errcode } =
    (error as { driverError?: { code?: unknown; errcode?: unknown } } | null)?.driverError ?? {};
  return CONFLICTS.has(code) || (code === "ERR_SQLITE_ERROR" && errcode === SQLITE_BUSY);
}

/**
 * Tells the same of an error that has passed through a call, perhaps from another process. Such an error is no fault of the
 * caller, and the transaction changed nothing.
 */
export const isConflict = (error: unknown): boolean =>
  isRolledBack(error) || (error instanceof ServiceError && error.details.isConflict === true);

/** The code of the error that a server sends for a packet that it did not read. */
const UNREAD = "ER_NET_PACKET_TOO_LARGE";

/**
 * Tells whether a transaction that failed has certainly changed nothing, because the database itself reported the failure. A
 * connection that is lost at the COMMIT leaves this open. So does a lost connection between a proxy and the server, which
 * the proxy reports with an error like the server's.
 */
export function isUndone(error: unknown): boolean {
  if (!(error instanceof QueryFailedError)) return false;
  const { fatal, code, errno = 0, sqlState, errcode } = error.driverError as DriverError;
  if (errcode !== undefined || code === UNREAD) return true;
  // SQLSTATE class 08 holds connection failures, and the numbers from 2000 to 2999 are errors that the client side detects.
  const isOfConnection = sqlState?.startsWith("08") || (errno >= 2000 && errno < 3000);
  if (code !== undefined && LOST_COMMIT.has(code)) return false;
  return fatal !== true && sqlState !== undefined && !isOfConnection;
}

interface DriverError {
  fatal?: boolean;
  code?: string;
  /** The error number of a server, which comes with `sqlState`. */
  errno?: number;
  sqlState?: string;
  /** The error code of SQLite. */
  errcode?: number;
}
