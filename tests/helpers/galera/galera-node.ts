import { execFile } from "node:child_process";
import { closeSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { createConnection, type RowDataPacket } from "mysql2/promise";
import { type Guarded, startGuarded } from "../../run/guarded.js";
import { waitUntil } from "../wait-until.js";

const execute = promisify(execFile);

/** Ports of 127.0.0.1 on which one node of a cluster listens. */
export interface GaleraPorts {
  sql: number;
  group: number;
  transfer: number;
  state: number;
}

export interface GaleraNodeOptions {
  /** Folder of the node. Its subfolder `data` exists. */
  folder: string;
  ports: GaleraPorts;
  /** Ports for the group of all nodes. */
  group: readonly number[];
  provider: string;
  server: string;
}

/**
 * One mariadbd with Galera, which a test may kill and start again. It is tuned for tests: a crash of the machine may lose data.
 */
export class GaleraNode {
  readonly url: string;
  readonly #options: GaleraNodeOptions;
  #running: Guarded | null = null;

  constructor(options: GaleraNodeOptions) {
    this.#options = options;
    this.url = `mysql://root@127.0.0.1:${options.ports.sql}/`;
  }

  get address(): string {
    return `127.0.0.1:${this.#options.ports.sql}`;
  }

  /** Starts the node, as the first of a new cluster or as one that joins, and waits until it is synchronised. */
  async start({ isFirst = false } = {}): Promise<void> {
    const position = isFirst ? [] : [`--wsrep_start_position=${await this.#position()}`];
    this.#spawn([...position, ...(isFirst ? ["--wsrep-new-cluster"] : [])]);
    const state = { hasEnded: false };
    void this.#running?.ended.then(() => (state.hasEnded = true));
    await waitUntil(async () => state.hasEnded || (await this.state()) === "Synced", {
      what: () => `The node of Galera did not come:\n${this.log()}`,
      timeoutMs: 120_000,
    });
    if (state.hasEnded) throw new Error(`The node of Galera ended:\n${this.log()}`);
  }

  /** Returns a status variable of the node, or the reason why the node does not answer. */
  async state(name = "wsrep_local_state_comment"): Promise<string> {
    try {
      const [rows] = await this.run<RowDataPacket[]>(`SHOW GLOBAL STATUS LIKE '${name}'`);
      return String(rows[0]?.Value);
    } catch (error) {
      return (error as Error).message;
    }
  }

  async run<R extends RowDataPacket[]>(sql: string): Promise<[R]> {
    const connection = await createConnection({ uri: this.url, connectTimeout: 5000 });
    try {
      const [rows] = await connection.query<R>(sql);
      return [rows];
    } finally {
      connection.destroy();
    }
  }

  /** Kills the node with SIGKILL, so that neither its clients nor its cluster are told. */
  async kill(): Promise<void> {
    const pid = Number(readFileSync(join(this.#options.folder, "pid"), "utf8"));
    process.kill(pid, "SIGKILL");
    await this.#running?.ended;
  }

  /** Sends SIGTERM and waits for the end of the node. */
  async stop(): Promise<void> {
    await this.#running?.stop();
  }

  log(): string {
    return readFileSync(join(this.#options.folder, "server.log"), "utf8").split("\n").slice(-40).join("\n");
  }

  /**
   * Returns the position that the data of the node reach. A crash leaves the position unrecorded. With it the node is sent only
   * the changes that it lacks.
   */
  async #position(): Promise<string> {
    const { stderr, stdout } = await execute(
      this.#options.server,
      [...this.#arguments(), "--wsrep-recover", "--skip-networking"],
      { maxBuffer: 1e7 },
    );
    const found = /Recovered position: *(\S+)/.exec(`${stderr}${stdout}`)?.[1];
    if (found === undefined) throw new Error(`The data of the node tell no position:\n${stderr}`);
    return found;
  }

  #spawn(more: readonly string[]): void {
    const log = openSync(join(this.#options.folder, "server.log"), "a");
    this.#running = startGuarded({
      command: this.#options.server,
      args: [...this.#arguments(), ...more],
      output: log,
    });
    closeSync(log);
  }

  #arguments(): string[] {
    const { folder, ports, group, provider } = this.#options;
    const inGroup = group.map((port) => `127.0.0.1:${port}`).join(",");
    return [
      "--no-defaults",
      ...(process.getuid?.() === 0 ? ["--user=root"] : []),
      `--datadir=${join(folder, "data")}`,
      "--bind-address=127.0.0.1",
      `--port=${ports.sql}`,
      `--socket=${join(folder, "s")}`,
      `--pid-file=${join(folder, "pid")}`,
      "--character-set-server=utf8mb4",
      "--skip-name-resolve",
      "--performance-schema=0",
      "--max-connections=200",
      "--max-allowed-packet=64M",
      "--innodb-flush-log-at-trx-commit=0",
      "--innodb-doublewrite=0",
      "--innodb-flush-method=nosync",
      "--innodb-buffer-pool-size=64M",
      "--innodb-log-file-size=32M",
      // Galera requires these settings.
      "--binlog-format=ROW",
      "--innodb-autoinc-lock-mode=2",
      "--wsrep-on=ON",
      `--wsrep-provider=${provider}`,
      "--wsrep-cluster-name=kiln-test",
      `--wsrep-cluster-address=gcomm://${inGroup}`,
      "--wsrep-node-address=127.0.0.1",
      // The method also sends only missing changes, and works as root, where rsync refuses.
      "--wsrep-sst-method=mariabackup",
      "--wsrep-sst-auth=root:",
      `--wsrep-sst-receive-address=127.0.0.1:${ports.state}`,
      `--wsrep-provider-options=gmcast.listen_addr=tcp://127.0.0.1:${ports.group};ist.recv_addr=127.0.0.1:${ports.transfer};gcache.size=64M;gcache.dir=${folder}`,
    ];
  }
}
