import { QueryFailedError } from "typeorm";
import { ServiceError } from "../../contracts/errors.js";
import { LOST_COMMIT } from "./server/cluster-errors.js";

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

/** What a server says of a packet that it did not read. */
const UNREAD = "ER_NET_PACKET_TOO_LARGE";

/**
 * Whether a transaction that failed has surely changed nothing: the database said so itself. A connection that is lost at
 * the COMMIT says nothing, also one between a proxy and the server, of which the proxy tells in the server's way.
 */
export function isUndone(error: unknown): boolean {
  if (!(error instanceof QueryFailedError)) return false;
  const { fatal, code, errno = 0, sqlState, errcode } = error.driverError as DriverError;
  if (errcode !== undefined || code === UNREAD) return true;
  // the class of connections, and the numbers of what a client of a server finds
  const isOfConnection = sqlState?.startsWith("08") || (errno >= 2000 && errno < 3000);
  if (code !== undefined && LOST_COMMIT.has(code)) return false;
  return fatal !== true && sqlState !== undefined && !isOfConnection;
}

interface DriverError {
  fatal?: boolean;
  code?: string;
  /** Of servers, with `sqlState`. */
  errno?: number;
  sqlState?: string;
  /** Of SQLite. */
  errcode?: number;
}
