import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findBinary } from "../run/find-binary.js";
import { probeNats } from "../run/start-nats.js";
import { freePort } from "./free-port.js";
import { waitUntil } from "./wait-until.js";

const alive = new Set<ChildProcess>();
process.on("exit", () => {
  for (const child of alive) child.kill("SIGKILL");
});

/** NATS server of one test, which the test may kill and start again at the same address. */
export class NatsServer {
  readonly url: string;
  readonly #folder: string;
  #child: ChildProcess | null = null;

  constructor(folder: string, port: number) {
    this.#folder = folder;
    this.url = `nats://127.0.0.1:${port}`;
  }

  async start(): Promise<void> {
    const command = findBinary("nats-server");
    if (command === null) throw new Error("This test needs nats-server in PATH.");
    this.#child = spawn(command, ["-c", join(this.#folder, "nats.conf")], { stdio: "ignore" });
    alive.add(this.#child);
    const isUp = () =>
      probeNats(this.url).then(
        () => true,
        () => false,
      );
    await waitUntil(isUp, { what: () => "NATS did not start." });
  }

  /** Kills the server with SIGKILL. Its clients notice only the end of their connections. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (child === null) return;
    this.#child = null;
    const ended = once(child, "close");
    child.kill("SIGKILL");
    await ended;
    alive.delete(child);
  }

  async close(): Promise<void> {
    await this.kill();
    await rm(this.#folder, { recursive: true, force: true });
  }
}

/**
 * Starts a NATS server on a free port. `maxPayload` has the form of its configuration, such as `1MB`; `more` holds further lines
 * of it.
 */
export async function startNatsServer({ maxPayload = "48MB", more = "" } = {}): Promise<NatsServer> {
  const folder = await mkdtemp(join(tmpdir(), "kiln-nats-"));
  const port = await freePort();
  await writeFile(
    join(folder, "nats.conf"),
    `listen: "127.0.0.1:${port}"\nmax_payload: ${maxPayload}\nmax_pending: 256MB\n${more}\n`,
  );
  const server = new NatsServer(folder, port);
  await server.start();
  return server;
}

/** Starts three servers of one NATS cluster, each of which may be killed, with a password for the user `kiln`. */
export async function threeNatsServers(password: string): Promise<NatsServer[]> {
  const ports = await Promise.all([freePort(), freePort(), freePort()]);
  const routes = ports.map((port) => `"nats://127.0.0.1:${port}"`).join(", ");
  return Promise.all(
    ports.map((port) =>
      startNatsServer({
        more: `authorization { user: kiln, password: "${password}" }
cluster { name: three, listen: "127.0.0.1:${port}", routes: [${routes}] }`,
      }),
    ),
  );
}
