import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { createConnection, type RowDataPacket } from "mysql2/promise";
import { findBinary } from "../run/find-binary.js";
import { probeDatabase } from "../run/start-mariadb.js";
import { type Server, startServer } from "../run/start-server.js";

const execute = promisify(execFile);

/** Starts a MariaDB that writes a binary log for others or replicates one. */
async function startOne(id: number): Promise<Server> {
  const [server, install] = [
    findBinary("mariadbd", "mysqld"),
    findBinary("mariadb-install-db", "mysql_install_db"),
  ];
  if (server === null || install === null) throw new Error("This test needs mariadbd in PATH.");
  const asRoot = process.getuid?.() === 0 ? ["--user=root"] : [];
  return startServer({
    name: `mariadb-${id}`,
    async prepare(folder, port) {
      const data = join(folder, "data");
      const first = [
        "--no-defaults",
        ...asRoot,
        `--datadir=${data}`,
        "--auth-root-authentication-method=normal",
      ];
      // A folder of its own keeps two installers from using each other's temporary tables.
      const env = { ...process.env, TMPDIR: folder };
      await execute(install, [...first, "--skip-test-db"], { maxBuffer: 1e7, env });
      return {
        command: server,
        args: [
          "--no-defaults",
          ...asRoot,
          `--datadir=${data}`,
          "--bind-address=127.0.0.1",
          `--port=${port}`,
          `--socket=${join(folder, "s")}`,
          `--pid-file=${join(folder, "pid")}`,
          "--character-set-server=utf8mb4",
          "--skip-name-resolve",
          `--server-id=${id}`,
          `--log-bin=${join(folder, "log")}`,
          "--binlog-format=ROW",
          "--innodb-flush-log-at-trx-commit=0",
          "--innodb-buffer-pool-size=64M",
          "--performance-schema=0",
          "--max-allowed-packet=64M",
        ],
      };
    },
    url: (port) => `mysql://root@127.0.0.1:${port}/`,
    probe: probeDatabase,
  });
}

/** Two servers with an empty database, of which one replicates the other. */
export class Replicated {
  readonly primaryUrl: string;
  readonly replicaUrl: string;
  readonly #servers: readonly Server[];

  constructor(primary: Server, replica: Server) {
    this.primaryUrl = `${primary.url}kiln`;
    this.replicaUrl = `${replica.url}kiln`;
    this.#servers = [primary, replica];
  }

  async stopReplica(): Promise<void> {
    await this.#servers[1]?.stop();
  }

  /** Runs a statement on the replica, such as STOP SLAVE SQL_THREAD. */
  async atReplica(sql: string): Promise<RowDataPacket[]> {
    return run(this.#servers[1]?.url ?? "", sql);
  }

  async close(): Promise<void> {
    await Promise.all(this.#servers.map((server) => server.stop()));
  }
}

async function run(url: string, sql: string): Promise<RowDataPacket[]> {
  const connection = await createConnection({ uri: url });
  try {
    const [rows] = await connection.query<RowDataPacket[]>(sql);
    return rows;
  } finally {
    await connection.end();
  }
}

export async function startReplicated(): Promise<Replicated> {
  const [primary, replica] = await Promise.all([startOne(1), startOne(2)]);
  await run(replica.url, "SET GLOBAL gtid_slave_pos = ''");
  await run(
    replica.url,
    `CHANGE MASTER TO MASTER_HOST='127.0.0.1', MASTER_PORT=${new URL(primary.url).port}, MASTER_USER='follower', MASTER_USE_GTID=slave_pos`,
  );
  // Earlier changes of the server, such as its own tables, do not concern the replica.
  await run(primary.url, "RESET MASTER");
  await run(primary.url, "CREATE USER 'follower'@'%'");
  await run(primary.url, "GRANT REPLICATION SLAVE ON *.* TO 'follower'@'%'");
  await run(primary.url, "CREATE DATABASE kiln CHARACTER SET utf8mb4");
  await run(replica.url, "START SLAVE");
  await run(replica.url, "SET GLOBAL read_only = 1");
  return new Replicated(primary, replica);
}
