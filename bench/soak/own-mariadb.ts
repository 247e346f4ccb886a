import { execFile, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { createConnection } from "mysql2/promise";
import { freePort } from "../../tests/helpers/free-port.js";
import { waitUntil } from "../../tests/helpers/wait-until.js";
import { findBinary } from "../../tests/run/find-binary.js";
import { probeDatabase } from "../../tests/run/start-mariadb.js";

const alive = new Set<ChildProcess>();
process.on("exit", () => {
  for (const child of alive) child.kill("SIGKILL");
});

/** MariaDB that may be killed and started again at the same address, and loses no commit by that. */
export class OwnMariadb {
  readonly #command: string;
  readonly #args: readonly string[];
  readonly #folder: string;
  readonly url: string;
  #child: ChildProcess | null = null;

  private constructor(command: string, args: readonly string[], folder: string, url: string) {
    this.#command = command;
    this.#args = args;
    this.#folder = folder;
    this.url = url;
  }

  static async open(): Promise<OwnMariadb> {
    const server = findBinary("mariadbd", "mysqld");
    const install = findBinary("mariadb-install-db", "mysql_install_db");
    if (server === null || install === null) throw new Error("The soak needs mariadb-server.");
    const folder = await mkdtemp(join(tmpdir(), "kiln-soak-"));
    const port = await freePort();
    const data = `--datadir=${join(folder, "data")}`;
    const user = process.getuid?.() === 0 ? ["--user=root"] : [];
    const first = ["--no-defaults", ...user, data];
    const asRoot = ["--auth-root-authentication-method=normal", "--skip-test-db"];
    // A folder of its own keeps it from using the temporary tables of another installer.
    const env = { ...process.env, TMPDIR: folder };
    await promisify(execFile)(install, [...first, ...asRoot], { maxBuffer: 1e7, env });
    const args = [
      ...first,
      "--bind-address=127.0.0.1",
      `--port=${port}`,
      `--socket=${join(folder, "s")}`,
      `--pid-file=${join(folder, "pid")}`,
      "--character-set-server=utf8mb4",
      "--skip-log-bin",
      "--skip-name-resolve",
      "--innodb-flush-log-at-trx-commit=1",
      "--innodb-buffer-pool-size=256M",
      "--performance-schema=0",
      "--max-connections=400",
      "--max-allowed-packet=64M",
    ];
    const mariadb = new OwnMariadb(server, args, folder, `mysql://root@127.0.0.1:${port}/kiln`);
    await mariadb.start();
    const connection = await createConnection({ uri: `mysql://root@127.0.0.1:${port}/` });
    await connection.query("CREATE DATABASE kiln CHARACTER SET utf8mb4");
    await connection.end();
    return mariadb;
  }

  async start(): Promise<void> {
    this.#child = spawn(this.#command, this.#args, { stdio: "ignore" });
    alive.add(this.#child);
    const server = this.url.slice(0, -"kiln".length);
    const isUp = () =>
      probeDatabase(server).then(
        () => true,
        () => false,
      );
    await waitUntil(isUp, { what: () => "MariaDB did not start.", timeoutMs: 120_000 });
  }

  /** Ends the server: SIGTERM is a restart by hand, SIGKILL a crash. */
  async end(signal: "SIGTERM" | "SIGKILL"): Promise<void> {
    const child = this.#child;
    if (child === null) return;
    this.#child = null;
    const ended = once(child, "close");
    child.kill(signal);
    await ended;
    alive.delete(child);
  }

  async close(): Promise<void> {
    await this.end("SIGKILL");
    await rm(this.#folder, { recursive: true, force: true });
  }
}
