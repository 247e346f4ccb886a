import type { EntityManager, QueryRunner } from "typeorm";
import type { Database } from "./database.js";
import { currentDeadline } from "../actions/deadline.js";
import { isRolledBack } from "./conflict.js";
import { Reader } from "./reader.js";
import { insideTransaction } from "./sqlite/shared-connection.js";
import { Tx } from "./tx.js";

export { type FindOptions, Reader } from "./reader.js";
export { TryAgain } from "./conflict.js";
export { Tx } from "./tx.js";
export { isUniqueViolation } from "./unique-violation.js";

const RETRIES = 8;
/** For how long a transaction is begun again: who asked for it has left soon after. */
const PATIENCE_MS = 10_000;

/**
 * The only way to write. READ COMMITTED with row locks on a server; one transaction at a time on the
 * embedded file. Deadlocks and waits for locks are tried again, some times and for some seconds: the last one is
 * thrown as it came, and is 503 `unavailable` for a caller. Any other error rolls back and is thrown on. So does the end
 * of the call's deadline, which is checked last: a caller who was told of a failure sees no change later.
 */
export function transaction<T>(
  database: Database,
  work: (tx: Tx) => Promise<T>,
  patienceMs = PATIENCE_MS,
): Promise<T> {
  return untilDone(patienceMs, async (refuseLate) => {
    const box: { tx?: Tx } = {};
    const body = async (manager: EntityManager) => {
      refuseLate();
      const tx = new Tx(database, manager);
      box.tx = tx;
      const result = await work(tx);
      await tx.sendLast();
      refuseLate();
      return result;
    };
    const result =
      database.dialect === "sqlite"
        ? await insideTransaction(() => database.dataSource.manager.transaction(body))
        : await onServer(database, (runner) => runner.manager.transaction(body));
    box.tx?.committed();
    return result;
  });
}

/**
 * A transaction of one statement that writes; gives the number of rows changed. A server gets that statement alone, where
 * `transaction` sends two more, to begin and to commit.
 */
export function writeAlone(database: Database, sql: string, parameters: readonly unknown[]): Promise<number> {
  if (database.dialect === "sqlite") return transaction(database, (tx) => tx.run(sql, parameters));
  return untilDone(PATIENCE_MS, (refuseLate) =>
    onServer(database, async (runner) => {
      refuseLate();
      const { affected = 0 } = await runner.query(sql, [...parameters], true);
      return affected;
    }),
  );
}

/** Does it again after deadlocks and waits for locks, some times and for some seconds. */
async function untilDone<T>(patienceMs: number, attempt: (refuseLate: () => void) => Promise<T>): Promise<T> {
  const began = performance.now();
  const deadline = currentDeadline();
  for (let count = 1; ; count += 1) {
    try {
      return await attempt(() => deadline?.refuseLate());
    } catch (error) {
      const isLate = performance.now() - began >= patienceMs;
      if (count >= RETRIES || isLate || !isRolledBack(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * count));
    }
  }
}

const readCommitted = new WeakSet<object>();

/** The isolation level is set once for a connection: naming it for each transaction is one more round trip. */
async function onServer<T>({ dataSource }: Database, work: (runner: QueryRunner) => Promise<T>): Promise<T> {
  const runner = dataSource.createQueryRunner();
  try {
    const connection: object = await runner.connect();
    if (!readCommitted.has(connection)) {
      await runner.query("SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED");
      readCommitted.add(connection);
    }
    return await work(runner);
  } finally {
    await runner.release();
  }
}

/** A reader for lists and totals, whose cost grows with what is stored: it never holds the event loop. */
export const longReader = (database: Database): Reader => new Reader(database, database.longReads);

/** Reads beside any transaction; each statement sees what is committed. */
export const reader = (database: Database): Reader => new Reader(database, database.dataSource.manager);
