import type { DataSource, QueryRunner } from "typeorm";
import { isWaiting, type ServerConnection } from "../../private-parts/mysql2.js";
import { poolOf, renameConnectErrors } from "../../private-parts/typeorm.js";

/** The time that a statement may go unanswered. Waits for locks are shorter, see LOCK_WAIT_SECONDS. */
const SILENCE_MS = 20_000;
/** The longest wait for a lock. Two such waits fit into the time for which a transaction is tried again. */
const LOCK_WAIT_SECONDS = 5;
/**
 * The bounds for the seconds that a transaction may stand idle. A busy process pauses between two statements, but only for a
 * short time.
 */
const IDLE_SECONDS = { least: 5, most: 15 };

/**
 * Keeps processes and servers that stopped from blocking others, on every connection of the pool. MariaDB ends a transaction
 * that stands idle for about `leaseMs`: a process that is frozen in the middle of one would keep its rows locked for all
 * others (MySQL has no such limit). After `refuseSilence` is called, a connection whose server leaves a statement unanswered
 * is broken off. This happens after a partition of the network, which sends no error.
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
    // The error is ignored: a connection that fails here also fails its next statement, whose caller gets the error.
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

/**
 * Calls `prepare` for every connection of the pool. The statements that it sends run before the first statement of a caller.
 */
async function onEachConnection(
  dataSource: DataSource,
  prepare: (connection: ServerConnection) => void,
): Promise<void> {
  poolOf(dataSource).on("connection", prepare);
  // The data source has opened one connection already while it was initialised.
  const runner = dataSource.createQueryRunner();
  prepare((await runner.connect()) as ServerConnection);
  await runner.release();
}

const ESCAPES = "SET SESSION sql_mode = REPLACE(@@SESSION.sql_mode, 'NO_BACKSLASH_ESCAPES', '')";

/**
 * Makes the server read a backslash as an escape. Values are always written into their statements with backslashes. Where a
 * server does not read those as escapes, an apostrophe would end a value and the text behind it would run as SQL. A
 * connection on which the setting fails is not used.
 */
export const escapeByBackslash = (dataSource: DataSource): Promise<void> =>
  onEachConnection(dataSource, (connection) => {
    connection.query(ESCAPES, (error) => {
      if (error) connection.stream.destroy(error);
    });
  });

/** The error that no connection to the database can be had. It carries the driver's error, like a failed query. */
export class NoConnection extends Error {
  override readonly name = "NoConnection";
  readonly driverError: unknown;

  constructor(driverError: unknown) {
    super("There is no connection to the database.", { cause: driverError });
    this.driverError = driverError;
  }
}

/**
 * Makes a failure to connect to the database distinct from a failure of another socket: the ORM throws the error of the
 * pool, which looks like any other refused connection. It has to be called before the data source is initialised.
 */
export const nameConnectFailures = (dataSource: DataSource): void =>
  renameConnectErrors(dataSource, (error) => new NoConnection(error));

const readCommitted = new WeakSet<object>();

/**
 * Does the work on a connection of its own. The isolation level is set once for each connection, since setting it for each
 * transaction would cost one more round trip.
 */
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
