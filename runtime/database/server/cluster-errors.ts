import type { ServerConnection } from "../../private-parts/mysql2.js";

/**
 * The codes, as mysql2 names them, of the errors of a cluster member that takes no writes until an operator repairs it or it
 * joins the cluster again. Examples are Galera's "WSREP has not yet prepared node for application use", a member of Group
 * Replication outside of its group, and a former primary that is read-only now.
 */
export const OUTSIDE: ReadonlySet<string> = new Set([
  "ER_UNKNOWN_COM_ERROR",
  "ER_BEFORE_DML_VALIDATION_ERROR",
  "ER_OPTION_PREVENTS_STATEMENT",
  "ER_READ_ONLY_MODE",
]);

/**
 * The codes of a commit whose outcome the member does not know, because it lost the cluster while it asked the other
 * members. The transaction may have been committed, as when a connection is lost.
 */
export const LOST_COMMIT: ReadonlySet<string> = new Set(["ER_ERROR_DURING_COMMIT", "ER_RUN_HOOK_ERROR"]);

/**
 * Ends a connection whose server reports that it takes no writes. Otherwise the connection would stay in the pool for ever,
 * while a proxy sends new connections to a member that takes writes.
 */
export function leaveOutside(
  connection: Pick<ServerConnection, "destroy">,
  error: Error & { code?: unknown },
): void {
  if (typeof error.code === "string" && (OUTSIDE.has(error.code) || LOST_COMMIT.has(error.code)))
    connection.destroy();
}
