import type { DataSource, QueryRunner, ReplicationMode } from "typeorm";
import type { ServerConnection, ServerPool } from "./mysql2.js";

// TypeORM's entry point exports no runners, and their files may move in any version.
export { BetterSqlite3QueryRunner } from "typeorm/driver/better-sqlite3/BetterSqlite3QueryRunner.js";
export { MysqlQueryRunner } from "typeorm/driver/mysql/MysqlQueryRunner.js";

/** The parts of TypeORM's driver for database servers that are missing from its types. */
interface ServerDriver {
  pool: ServerPool;
  obtainMasterConnection(): Promise<ServerConnection>;
}

const serverDriverOf = ({ driver }: DataSource): ServerDriver => driver as unknown as ServerDriver;

/**
 * Takes a connection from the driver's pool, which the caller has until it calls `release`. Throws what the
 * pool throws.
 */
export const obtainConnection = (dataSource: DataSource): Promise<ServerConnection> =>
  serverDriverOf(dataSource).obtainMasterConnection();

/** Passes each error that the pool throws when it is asked for a connection through `rename` from now on. */
export function renameConnectErrors(dataSource: DataSource, rename: (error: unknown) => Error): void {
  const driver = serverDriverOf(dataSource);
  const obtain = driver.obtainMasterConnection.bind(driver);
  driver.obtainMasterConnection = () =>
    obtain().catch((error: unknown) => {
      throw rename(error);
    });
}

/** Returns the pool of connections, which exists once the data source is initialised. */
export const poolOf = (dataSource: DataSource): ServerPool => serverDriverOf(dataSource).pool;

/** Gives every caller of the data source a runner that `make` made from now on. */
export function makeRunners(dataSource: DataSource, make: (mode: ReplicationMode) => object): void {
  dataSource.driver.createQueryRunner = make as (mode: ReplicationMode) => QueryRunner;
}

/** Lets `bind` put named parameters into the statements of the query builder from now on. */
export function bindParametersBy(
  dataSource: DataSource,
  bind: (sql: string, named: Readonly<Record<string, unknown>>) => [string, unknown[]],
): void {
  dataSource.driver.escapeQueryWithParameters = bind;
}

/**
 * Returns the properties to assign to each runner of the embedded database that shares prepared statements
 * with the others, by their texts.
 */
export const sharedStatements = (): object => ({ stmtCache: new Map<string, unknown>() });

/**
 * Lets a data source that was not initialised use the driver and connections of another one, with metadata of
 * its own entities.
 */
export async function borrowDriver(dataSource: DataSource, owner: DataSource): Promise<void> {
  Object.assign(dataSource, { driver: owner.driver, isInitialized: true });
  await (dataSource as unknown as { buildMetadatas(): Promise<void> }).buildMetadatas();
}
