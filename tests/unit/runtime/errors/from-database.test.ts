import test from "ava";
import { QueryFailedError } from "typeorm";
import { ServiceError } from "../../../../contracts/errors.js";
import { fromDatabase } from "../../../../runtime/errors/from-database.js";

const failed = (driver: object): unknown =>
  new QueryFailedError("SELECT 1", [], Object.assign(new Error("meant to fail"), driver));
const codeOf = (error: unknown): string => {
  const given = fromDatabase(error);
  return given instanceof ServiceError ? given.code : "unchanged";
};

test("a database that is away, or cannot write, is 503 unavailable (rules/edge 34)", (t) => {
  for (const driver of [
    { code: "ECONNREFUSED" },
    { fatal: true },
    { code: "ER_RECORD_FILE_FULL" },
    { code: "ER_LOCK_WAIT_TIMEOUT" },
    { code: "ER_QUERY_INTERRUPTED", errno: 1317 },
    { errno: 1927 },
    // Galera: a member outside of its cluster, a conflict at the commit, a commit whose outcome is unknown.
    { code: "ER_UNKNOWN_COM_ERROR", errno: 1047 },
    { code: "ER_LOCK_DEADLOCK", errno: 1213 },
    { code: "ER_ERROR_DURING_COMMIT", errno: 1180 },
    // Group Replication has the same three.
    { code: "ER_BEFORE_DML_VALIDATION_ERROR", errno: 3098 },
    { code: "ER_TRANSACTION_ROLLBACK_DURING_COMMIT", errno: 3101 },
    { code: "ER_RUN_HOOK_ERROR", errno: 3100 },
    // A former primary is now read-only.
    { code: "ER_OPTION_PREVENTS_STATEMENT", errno: 1290 },
    { code: "ER_READ_ONLY_MODE", errno: 1836 },
    { code: "ERR_SQLITE_ERROR", errcode: 13 },
    // The code is SQLITE_IOERR_WRITE.
    { code: "ERR_SQLITE_ERROR", errcode: 778 },
  ])
    t.is(codeOf(failed(driver)), "unavailable", JSON.stringify(driver));
});

test("any other error passes unchanged", (t) => {
  for (const driver of [
    { code: "ER_DUP_ENTRY" },
    { code: "ERR_SQLITE_ERROR", errcode: 2067 },
    { code: "ERR_SQLITE_ERROR", errcode: 1 },
    {},
  ])
    t.is(codeOf(failed(driver)), "unchanged", JSON.stringify(driver));
  // These errors come from a store or an upstream, not from the database.
  for (const own of [{ code: "ECONNREFUSED" }, { code: "ETIMEDOUT", fatal: true }, { errcode: 5 }])
    t.is(codeOf(Object.assign(new Error("meant to fail"), own)), "unchanged", JSON.stringify(own));
  t.is(codeOf(new ServiceError("conflict")), "conflict");
  t.is(codeOf(null), "unchanged");
  t.is(codeOf("text"), "unchanged");
});
