import { ServiceError } from "../../contracts/errors.js";
import { isRolledBack } from "../database/conflict.js";
import { LOST_COMMIT, OUTSIDE } from "../database/server/cluster-errors.js";

const AWAY = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ETIMEDOUT",
  "EPIPE",
  "ENOTFOUND",
  "PROTOCOL_CONNECTION_LOST",
  "PROTOCOL_SEQUENCE_TIMEOUT",
  "ER_CON_COUNT_ERROR",
  "ER_SERVER_SHUTDOWN",
  "POOL_CLOSED",
]);

/** The number of MariaDB's error for a connection that an operator ended; the driver has no name for it. */
const CONNECTION_KILLED = 1927;

/**
 * The codes of a database that answers and cannot write now: a full disk, a lock that is not released, a replica after a
 * failover, a statement that an operator ended, a conflict between writers of a cluster, a member that left its cluster.
 */
const STUCK = new Set([
  "ER_DISK_FULL",
  "ER_RECORD_FILE_FULL",
  "ER_LOCK_WAIT_TIMEOUT",
  "ER_LOCK_DEADLOCK",
  "ER_QUERY_INTERRUPTED",
  "ER_TRANSACTION_ROLLBACK_DURING_COMMIT",
  ...OUTSIDE,
  ...LOST_COMMIT,
]);

/** The codes SQLITE_BUSY, SQLITE_IOERR and SQLITE_FULL; the higher bits of a code tell more about each. */
const SQLITE_STUCK = new Set([5, 10, 13]);

interface DriverError {
  code?: unknown;
  /** The error number of a server. */
  errno?: unknown;
  /** The error code of SQLite. */
  errcode?: unknown;
  /** True when mysql2 reports that the connection broke. */
  fatal?: unknown;
}

function faultOf({ code, errno, errcode, fatal }: DriverError): "away" | "stuck" | null {
  if (typeof code === "string" && AWAY.has(code)) return "away";
  // A connection that broke before it was used again has no code.
  if (fatal === true || errno === CONNECTION_KILLED) return "away";
  if (typeof code === "string" && STUCK.has(code)) return "stuck";
  return typeof errcode === "number" && SQLITE_STUCK.has(errcode & 0xff) ? "stuck" : null;
}

const SENTENCES = {
  away: "The database is away. Retry later.",
  stuck: "The database cannot take this now. Retry later.",
};

/**
 * Turns the error of a database that is unreachable, or cannot write, into 503 `unavailable`; other errors pass unchanged.
 * Only errors of the database carry a driver's error: a store that refuses a connection passes unchanged.
 */
export function fromDatabase(error: unknown): unknown {
  if (typeof error !== "object" || error === null || error instanceof ServiceError) return error;
  const isConflict = isRolledBack(error);
  const { driverError } = error as { driverError?: unknown };
  const isOfDriver = typeof driverError === "object" && driverError !== null;
  const fault = isConflict ? "stuck" : isOfDriver ? faultOf(driverError) : null;
  if (fault === null) return error;
  return new ServiceError("unavailable", SENTENCES[fault], {
    details: { retryAfterSeconds: 2, ...(isConflict && { isConflict }) },
    cause: error,
  });
}
