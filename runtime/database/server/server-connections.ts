import type { DataSource, QueryRunner } from "typeorm";
import { isWaiting, type ServerConnection } from "../../private-parts/mysql2.js";
import { poolOf, renameConnectErrors } from "../../private-parts/typeorm.js";

/** How long a statement may go unanswered; waits for locks are shorter, see below. */
const SILENCE_MS = 20_000;
/** Twice within the patience of a transaction. */
const LOCK_WAIT_SECONDS = 5;
/** A transaction that stands still: a busy process may pause between two statements, but not for long. */
const IDLE_SECONDS = { least: 5, most: 15 };

/**
 * Keeps the dead from holding up the living, on every connection of the pool. MariaDB ends a transaction
 * that stands still for about `leaseMs`: a process frozen in the middle of one would keep its rows locked
 * for everybody (MySQL has no such limit). And once `refuseSilence` was called, a connection whose server
 * leaves a statement unanswered breaks, as after a partition of the network of which nobody is told.
 */
export async function tendConnections(
  dataSource: DataSource,
  { leaseMs, isMariadb }: { leaseMs: number; isMariadb: boolean },
): Promise<{ refuseSilence(): void }> {
  const { least, most } = IDLE_SECONDS;
  const seconds = Math.min(most, Math.max(least, Math.ceil(leaseMs / 1000)));
  const settings = [
    `innodb_lock_wait_timeout = ${LOCK_WAIT_SECONDS}`,
    ...(isMariadb ? [`idle_transaction_timeout = ${seconds}`] : []),
  ];
  const sql = `SET SESSION ${settings.join(", ")}`;
  let isRefusing = false;
  const tend = (connection: ServerConnection): void => {
    // A connection that fails here fails its next statement too, and that one has a caller.
    connection.query(sql, () => {});
    connection.stream.setTimeout(SILENCE_MS).on("timeout", () => {
      if (!isRefusing || !isWaiting(connection)) return;
      const silent = new Error("The database does not answer.");
      connection.stream.destroy(Object.assign(silent, { code: "ETIMEDOUT" }));
    });
  };
  await onEachConnection(dataSource, tend);
  return { refuseSilence: () => (isRefusing = true) };
}

/** On every connection of the pool, and what is asked of it there goes before the first statement of a caller. */
async function onEachConnection(
  dataSource: DataSource,
  prepare: (connection: ServerConnection) => void,
): Promise<void> {
  poolOf(dataSource).on("connection", prepare);
  // The one that the data source has opened for its first look.
  const runner = dataSource.createQueryRunner();
  prepare((await runner.connect()) as ServerConnection);
  await runner.release();
}

const ESCAPES = "SET SESSION sql_mode = REPLACE(@@SESSION.sql_mode, 'NO_BACKSLASH_ESCAPES', '')";

/**
 * Values are put into their statements with backslashes, always: where a server does not take those for escapes, an
 * apostrophe would end a value, and what follows it would run. A connection that cannot be told so is not used.
 */
export const escapeByBackslash = (dataSource: DataSource): Promise<void> =>
  onEachConnection(dataSource, (connection) => {
    connection.query(ESCAPES, (error) => {
      if (error) connection.stream.destroy(error);
    });
  });

/** No connection to the database; like a failed query, it carries the driver's error. */
export class NoConnection extends Error {
  override readonly name = "NoConnection";
  readonly driverError: unknown;

  constructor(driverError: unknown) {
    super("There is no connection to the database.", { cause: driverError });
    this.driverError = driverError;
  }
}

/**
 * Lets a connection that cannot be had be told from a failure of somebody else's socket: the ORM throws what the
 * pool gave, which looks like any other refused connection. Call it before the data source is initialised.
 */
export const nameConnectFailures = (dataSource: DataSource): void =>
  renameConnectErrors(dataSource, (error) => new NoConnection(error));

const readCommitted = new WeakSet<object>();

/** Does the work on a connection of its own. The isolation level is set once for a connection: naming it for each transaction is one more round trip. */
export async function onServer<T>(
  { dataSource }: { dataSource: DataSource },
  work: (runner: QueryRunner) => Promise<T>,
): Promise<T> {
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
