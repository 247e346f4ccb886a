import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from "node:fs";
import { inspect } from "node:util";
import { DataSource, type EntityManager, type EntityTarget, type ObjectLiteral } from "typeorm";
import { ConfigError } from "../config/load-config.js";
import { applyDialect, type Dialect } from "./columns.js";
import { readLong, type Reserved } from "./server/connection-kinds.js";
import { escapeByBackslash, nameConnectFailures, tendConnections } from "./server/server-connections.js";
import { sendTogether } from "./server/server-runner.js";
import { giveEachCallerARunner } from "./sqlite/shared-connection.js";
import { DurableCommits, NodeSqlite } from "./sqlite/node-sqlite.js";
import { readInThreads } from "./sqlite/reader-thread.js";

export interface DatabaseOptions {
  /** The address of a server, `mysql://…`, or null for the embedded file. */
  url: string | null;
  /** The variable that holds the address, when it is not DATABASE_URL, and the dialect that the server must have. */
  variable?: string;
  dialect?: Dialect;
  /** The folder of the embedded file. */
  dataDir: string;
  entities: readonly EntityTarget<ObjectLiteral>[];
  migrations: readonly (new () => unknown)[];
  poolSize?: number;
  /** The numbers of these connections that are reserved for each kind of work; none are reserved by default. */
  reserved?: Reserved;
  /** Whether an embedded file that another process has open is opened for reading only. */
  readOnly?: boolean;
  /** The lease of tasks, in a process that serves requests: it bounds how long locks are held, see `tendConnections`. */
  leaseMs?: number;
  /** Reports what failed after a commit, when no caller is left to be told. */
  report?: (error: unknown, what: string) => void;
}

export interface Database {
  dataSource: DataSource;
  dialect: Dialect;
  /**
   * The manager for reads whose cost grows with what is stored. On the embedded file threads make these reads; on a server
   * they count as a separate kind of work for the connections.
   */
  longReads: EntityManager;
  /** A SQL expression for the database's clock, in milliseconds since the epoch. */
  now: string;
  /** Reads that clock outside of any transaction. */
  readNow(): Promise<number>;
  report(error: unknown, what: string): void;
  /** Makes statements that get no answer fail from now on. Migrations run before, since they may take long. */
  refuseSilence(): void;
  close(): Promise<void>;
}

/** The number of statements that a connection keeps prepared. A server allows some thousands for all processes. */
const PREPARED = 50;

async function dialectOf(url: string, variable: string): Promise<Dialect> {
  // A process on the embedded database does not load mysql2, which takes 4 MB of memory.
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

/** Opens the data source; `migrate` brings the schema up to date. Throws when the database does not answer. */
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
  const commits = dialect === "sqlite" ? new DurableCommits(embeddedFile(options.dataDir)) : null;
  if (commits !== null) giveEachCallerARunner(dataSource, commits);
  else {
    nameConnectFailures(dataSource);
    sendTogether(dataSource, poolSizeOf(options), options.reserved);
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
      await commits?.close();
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
      // A transaction waits for the disk itself, off the event loop (`DurableCommits`).
      if (!options.readOnly) database.pragma("synchronous = NORMAL");
      database.pragma("foreign_keys = ON");
    },
    entities,
    migrations,
  });
}

/** Makes the folder and files readable for this user only. SQLite gives its further files the mode of the first one. */
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
    // ServerRunner sends several statements in one packet.
    multipleStatements: true,
    // An UPDATE counts every row that it found, changed or not: guards and `changeRowAndTask` of durable-queue rely on it.
    flags: ["FOUND_ROWS"],
    poolSize: poolSizeOf(options),
    connectTimeout: 10_000,
    isolateWhereStatements: true,
    // A reset after every use of a connection would double the round trips of a read. No state of a session outlives the use
    // of its connection here: transactions end, and the lock of migrations is released by name.
    extra: { resetOnRelease: false, maxPreparedStatements: PREPARED },
    entities,
    migrations,
  });
}
