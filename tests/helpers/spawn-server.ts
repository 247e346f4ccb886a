import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PACKAGE_ROOT } from "../../runtime/process/package-root.js";
import { freePort } from "./free-port.js";
import { until } from "./until.js";
import { TEST_ENV } from "./test-env.js";

export interface SpawnedServer {
  url: string;
  child: ChildProcess;
  /** Resolves when the process has ended, for whatever reason. */
  ended: Promise<void>;
  stop(): Promise<void>;
}

/** Makes a folder for processes that follow each other. `remove` removes it. */
export async function makeDataDir(): Promise<{ dataDir: string; remove(): Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), "kiln-"));
  return { dataDir, remove: () => rm(dataDir, { recursive: true, force: true }) };
}

/**
 * Starts a server process on the embedded database of a folder and waits until it is ready. A process whose port was taken in
 * between exits with code 1; then another port is tried.
 */
export async function spawnServer(dataDir: string, env: Record<string, string> = {}): Promise<SpawnedServer> {
  for (let tries = 1; ; tries += 1) {
    const server = launch(dataDir, env, await freePort());
    try {
      await ready(server);
      return server;
    } catch (error) {
      if (server.child.exitCode !== 1 || tries === 3) throw error;
    }
  }
}

function launch(dataDir: string, env: Record<string, string>, port: number): SpawnedServer {
  const child = spawn(process.execPath, [join(PACKAGE_ROOT, "dist/main.js")], {
    stdio: "ignore",
    env: {
      PATH: process.env.PATH,
      ...TEST_ENV,
      PORT: String(port),
      HOST: "127.0.0.1",
      DATA_DIR: dataDir,
      PLUGINS_DIR: join(dataDir, "plugins.d"),
      LOG_LEVEL: "fatal",
      MOCK_PROVIDER: "1",
      ...env,
    },
  });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  return {
    url: `http://localhost:${port}`,
    child,
    ended,
    async stop() {
      child.kill("SIGTERM");
      await ended;
    },
  };
}

async function ready({ child, url }: SpawnedServer): Promise<void> {
  await until(async () => {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`the process ended with ${child.exitCode ?? child.signalCode} before it was ready`);
    return fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  });
}
