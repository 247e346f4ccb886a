import type { DataSource, QueryRunner, ReplicationMode } from "typeorm";
import type { ServerConnection, ServerPool } from "./mysql2.js";

// TypeORM's entry point exports no runners; their files are not promised to keep their places.
export { BetterSqlite3QueryRunner } from "typeorm/driver/better-sqlite3/BetterSqlite3QueryRunner.js";
export { MysqlQueryRunner } from "typeorm/driver/mysql/MysqlQueryRunner.js";

/** What we use of TypeORM's driver for a server beside its types. */
interface ServerDriver {
  pool: ServerPool;
  obtainMasterConnection(): Promise<ServerConnection>;
}

const serverDriverOf = ({ driver }: DataSource): ServerDriver => driver as unknown as ServerDriver;

/** A connection of the driver's pool, for as long as its `release` is not called. Throws what the pool throws. */
export const obtainConnection = (dataSource: DataSource): Promise<ServerConnection> =>
  serverDriverOf(dataSource).obtainMasterConnection();

/** From now on an error of the pool, when it is asked for a connection, is what `rename` makes of it. */
export function renameConnectErrors(dataSource: DataSource, rename: (error: unknown) => Error): void {
  const driver = serverDriverOf(dataSource);
  const obtain = driver.obtainMasterConnection.bind(driver);
  driver.obtainMasterConnection = () =>
    obtain().catch((error: unknown) => {
      throw rename(error);
    });
}

/** The pool of connections. There is one as soon as the data source is initialised. */
export const poolOf = (dataSource: DataSource): ServerPool => serverDriverOf(dataSource).pool;

/** From now on every caller of the data source is given a runner that `make` made. */
export function makeRunners(dataSource: DataSource, make: (mode: ReplicationMode) => object): void {
  dataSource.driver.createQueryRunner = make as (mode: ReplicationMode) => QueryRunner;
}

/** From now on `bind` puts named parameters into the statements of the query builder. */
export function bindParametersBy(
  dataSource: DataSource,
  bind: (sql: string, named: Readonly<Record<string, unknown>>) => [string, unknown[]],
): void {
  dataSource.driver.escapeQueryWithParameters = bind;
}

/**
 * What is assigned to each runner of the embedded database that is to find the prepared statements of the others, by their
 * texts.
 */
export const sharedStatements = (): object => ({ stmtCache: new Map<string, unknown>() });

/**
 * Has a data source that was not initialised use the driver of another one, with its connections, and makes what it knows of
 * its own entities.
 */
export async function borrowDriver(dataSource: DataSource, owner: DataSource): Promise<void> {
  Object.assign(dataSource, { driver: owner.driver, isInitialized: true });
  await (dataSource as unknown as { buildMetadatas(): Promise<void> }).buildMetadatas();
}
