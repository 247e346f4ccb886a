import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PACKAGE_ROOT } from "../../runtime/package-root.js";
import { until } from "./until.js";

export interface SpawnedServer {
  url: string;
  child: ChildProcess;
  /** Resolves when the process has ended, whatever ended it. */
  ended: Promise<void>;
  stop(): Promise<void>;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** A folder for processes that follow each other; removed by `remove`. */
export async function makeDataDir(): Promise<{ dataDir: string; remove(): Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), "kiln-"));
  return { dataDir, remove: () => rm(dataDir, { recursive: true, force: true }) };
}

/** A server process of its own on the embedded database of a folder, once it is ready. */
export async function spawnServer(dataDir: string, env: Record<string, string> = {}): Promise<SpawnedServer> {
  const port = await freePort();
  const child = spawn(process.execPath, [join(PACKAGE_ROOT, "dist/main.js")], {
    stdio: "ignore",
    env: {
      PATH: process.env.PATH,
      NODE_ENV: "test",
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
  const url = `http://localhost:${port}`;
  await until(async () => {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`the process ended with ${child.exitCode ?? child.signalCode} before it was ready`);
    return fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  });
  return {
    url,
    child,
    ended,
    async stop() {
      child.kill("SIGTERM");
      await ended;
    },
  };
}
