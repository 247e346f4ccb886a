import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { createConnection } from "mysql2/promise";
import { findBinary } from "./find-binary.js";
import { startServer, type Server } from "./start-server.js";

const execute = promisify(execFile);

/** Throws while the database server at the URL accepts no connection. */
export async function probeDatabase(url: string): Promise<void> {
  const connection = await createConnection({
    uri: url.replace(/^mariadb:/, "mysql:"),
    connectTimeout: 5_000,
  });
  try {
    await connection.query("select 1");
  } finally {
    await connection.end();
  }
}

/** Starts a MariaDB server for the run, tuned for tests: it may lose data in a crash. Returns null when MariaDB is not installed. */
export async function startMariadb(): Promise<Server | null> {
  const server = findBinary("mariadbd", "mysqld");
  const install = findBinary("mariadb-install-db", "mysql_install_db");
  if (server === null || install === null) return null;
  const asRoot = process.getuid?.() === 0 ? ["--user=root"] : [];
  return startServer({
    name: "mariadb",
    async prepare(folder, port) {
      const data = join(folder, "data");
      const first = [
        "--no-defaults",
        ...asRoot,
        `--datadir=${data}`,
        "--auth-root-authentication-method=normal",
      ];
      // Two servers with one folder of temporary tables would take each other's.
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
          "--skip-log-bin",
          "--skip-name-resolve",
          "--innodb-flush-log-at-trx-commit=0",
          "--innodb-doublewrite=0",
          "--innodb-flush-method=nosync",
          "--innodb-buffer-pool-size=128M",
          "--innodb-log-file-size=32M",
          "--performance-schema=0",
          "--max-connections=400",
          "--max-allowed-packet=64M",
        ],
      };
    },
    url: (port) => `mysql://root@127.0.0.1:${port}/`,
    probe: probeDatabase,
  });
}
