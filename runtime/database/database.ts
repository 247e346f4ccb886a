import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from "node:fs";
import { inspect } from "node:util";
import { DataSource, type EntityManager, type EntityTarget, type ObjectLiteral } from "typeorm";
import { ConfigError } from "../config/load-config.js";
import { applyDialect, type Dialect } from "./columns.js";
import { type Kept, readLong } from "./server/connection-kinds.js";
import { escapeByBackslash, nameConnectFailures, tendConnections } from "./server/server-connections.js";
import { sendTogether } from "./server/server-runner.js";
import { giveEachCallerARunner } from "./sqlite/shared-connection.js";
import { NodeSqlite } from "./sqlite/node-sqlite.js";
import { readInThreads } from "./sqlite/reader-thread.js";

export interface DatabaseOptions {
  /** `mysql://…`, or null for the embedded file. */
  url: string | null;
  /** The variable that it comes from, when it is not DATABASE_URL, and the dialect that it has to have. */
  variable?: string;
  dialect?: Dialect;
  /** Folder of the embedded file. */
  dataDir: string;
  entities: readonly EntityTarget<ObjectLiteral>[];
  migrations: readonly (new () => unknown)[];
  poolSize?: number;
  /** How many of these connections are kept for each kind of work; none by default. */
  kept?: Kept;
  /** Opens an embedded file that another process has open, for reading. */
  readOnly?: boolean;
  /** For a process that serves: its share of locks and patience, see `tendConnections`. */
  leaseMs?: number;
  /** Is told what failed after a commit, where nobody is left who could be. */
  report?: (error: unknown, what: string) => void;
}

export interface Database {
  dataSource: DataSource;
  dialect: Dialect;
  /** For reads whose cost grows with what is stored: on the embedded file, threads make them; on a server they have a kind of their own. */
  longReads: EntityManager;
  /** SQL expression: the database's clock in milliseconds since the epoch. */
  now: string;
  /** What that clock says, read beside any transaction. */
  readNow(): Promise<number>;
  report(error: unknown, what: string): void;
  /** From now on an unanswered statement fails. Not before: migrations take their time. */
  refuseSilence(): void;
  close(): Promise<void>;
}

/** Statements that a connection keeps prepared: a server has some thousands for all connections of all processes. */
const PREPARED = 50;

async function dialectOf(url: string, variable: string): Promise<Dialect> {
  // the embedded database does without its 4 MB
  const { createConnection } = await import("mysql2/promise");
  const connection = await createConnection({
    uri: url.replace(/^mariadb:/, "mysql:"),
    connectTimeout: 10_000,
  }).catch((error: unknown) => {
    const { host, pathname } = new URL(url);
    throw new ConfigError(
      `${variable} must name a database that answers, and ${host}${pathname} does not: ${(error as Error).message || String((error as { code?: unknown }).code)}.`,
      { cause: error },
    );
  });
  try {
    const [rows] = await connection.query("select version() as version");
    const version = String((rows as { version: string }[])[0]?.version);
    return version.includes("MariaDB") ? "mariadb" : "mysql";
  } finally {
    await connection.end();
  }
}

/** Opens the data source; the schema is brought up to date by `migrate`. Throws when the database is away. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const dialect =
    options.url === null ? "sqlite" : await dialectOf(options.url, options.variable ?? "DATABASE_URL");
  if (options.dialect !== undefined && options.dialect !== dialect)
    throw new ConfigError(`${options.variable} must name a server of the same kind as DATABASE_URL does.`);
  applyDialect(dialect);
  const entities = [...options.entities] as never[];
  const migrations = [...options.migrations] as never[];
  const dataSource =
    options.url === null
      ? embedded(options, entities, migrations)
      : server(options, options.url, dialect, entities, migrations);
  if (dialect === "sqlite") giveEachCallerARunner(dataSource);
  else {
    nameConnectFailures(dataSource);
    sendTogether(dataSource, poolSizeOf(options), options.kept);
  }
  await dataSource.initialize();
  if (dialect !== "sqlite") await escapeByBackslash(dataSource);
  const threads =
    dialect === "sqlite" && !options.readOnly
      ? readInThreads(dataSource, embeddedFile(options.dataDir))
      : null;
  const { leaseMs } = options;
  const tended =
    dialect === "sqlite" || leaseMs === undefined
      ? null
      : await tendConnections(dataSource, { leaseMs, isMariadb: dialect === "mariadb" });
  const now =
    dialect === "sqlite"
      ? "CAST(unixepoch('subsec') * 1000 AS INTEGER)"
      : "CAST(UNIX_TIMESTAMP(NOW(3)) * 1000 AS SIGNED)";
  return {
    dataSource,
    dialect,
    longReads: threads?.manager ?? (dialect === "sqlite" ? dataSource.manager : readLong(dataSource)),
    now,
    async readNow() {
      const [row] = await dataSource.query<{ now: number | string }[]>(`SELECT ${now} AS now`);
      return Number(row?.now);
    },
    report: options.report ?? ((error, what) => process.emitWarning(`${what}: ${inspect(error)}`)),
    refuseSilence: () => tended?.refuseSilence(),
    async close() {
      await threads?.stop();
      await dataSource.destroy();
    },
  };
}

const poolSizeOf = ({ poolSize = 10 }: DatabaseOptions): number => poolSize;

const embeddedFile = (dataDir: string): string => `${dataDir}/kiln.db`;

function embedded(options: DatabaseOptions, entities: never[], migrations: never[]): DataSource {
  if (!options.readOnly) makePrivate(options.dataDir);
  return new DataSource({
    type: "better-sqlite3",
    driver: NodeSqlite,
    database: embeddedFile(options.dataDir),
    readonly: options.readOnly ?? false,
    enableWAL: !options.readOnly,
    statementCacheSize: 500,
    prepareDatabase: (database: NodeSqlite) => {
      if (!options.readOnly) database.pragma("synchronous = NORMAL");
      database.pragma("foreign_keys = ON");
    },
    entities,
    migrations,
  });
}

/** The database holds what nobody else on this machine may read. SQLite gives its further files the mode of the first. */
function makePrivate(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  closeSync(openSync(`${dataDir}/kiln.db`, "a", 0o600));
  for (const name of ["kiln.db", "kiln.db-wal", "kiln.db-shm"])
    if (existsSync(`${dataDir}/${name}`)) chmodSync(`${dataDir}/${name}`, 0o600);
}

function server(
  options: DatabaseOptions,
  url: string,
  dialect: Dialect,
  entities: never[],
  migrations: never[],
): DataSource {
  return new DataSource({
    type: dialect as "mysql" | "mariadb",
    url,
    charset: "utf8mb4",
    timezone: "Z",
    supportBigNumbers: true,
    bigNumberStrings: false,
    // see ServerRunner
    multipleStatements: true,
    // A row that an UPDATE found counts, changed or not: guards and `changeRowAndTask` of durable-queue rely on it.
    flags: ["FOUND_ROWS"],
    poolSize: poolSizeOf(options),
    connectTimeout: 10_000,
    isolateWhereStatements: true,
    // A reset after every use of a connection would double the ways there and back of a read. Nothing
    // of a session outlives its use here: transactions end, the lock of migrations is released by name.
    extra: { resetOnRelease: false, maxPreparedStatements: PREPARED },
    entities,
    migrations,
  });
}
