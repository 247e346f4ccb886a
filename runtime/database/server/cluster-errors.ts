import type { ServerConnection } from "../../private-parts/mysql2.js";

/**
 * What a member of a database cluster says when it cannot serve a writer, until somebody mends it or it joins again: Galera's
 * "WSREP has not yet prepared node for application use", a member of Group Replication outside of its group, a former primary
 * that only reads now. Names as mysql2 has them.
 */
export const OUTSIDE: ReadonlySet<string> = new Set([
  "ER_UNKNOWN_COM_ERROR",
  "ER_BEFORE_DML_VALIDATION_ERROR",
  "ER_OPTION_PREVENTS_STATEMENT",
  "ER_READ_ONLY_MODE",
]);

/**
 * A commit of which the member does not know what became: it lost the cluster while it asked the others. The transaction may
 * have come through, as when the connection is lost.
 */
export const LOST_COMMIT: ReadonlySet<string> = new Set(["ER_ERROR_DURING_COMMIT", "ER_RUN_HOOK_ERROR"]);

/**
 * Ends a connection whose server says that it is no place to write: it would stay in the pool for ever, while a proxy sends new
 * ones to the member that can.
 */
export function leaveOutside(
  connection: Pick<ServerConnection, "destroy">,
  error: Error & { code?: unknown },
): void {
  if (typeof error.code === "string" && (OUTSIDE.has(error.code) || LOST_COMMIT.has(error.code)))
    connection.destroy();
}
