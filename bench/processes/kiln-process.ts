import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type ServerProcess, startServerProcess } from "./server-process.js";

const MAIN = fileURLToPath(new URL("../../main.js", import.meta.url));

/** Secret that several processes of one deployment share. */
export const SECRET_KEY = "a secret of the bench only, of no value";

export interface KilnProcess extends ServerProcess {
  dataDir: string;
}

const kilnEnv = (dataDir: string): Record<string, string> => ({
  PORT: "0",
  HOST: "127.0.0.1",
  DATA_DIR: dataDir,
  PLUGINS_DIR: join(dataDir, "plugins.d"),
  MOCK_PROVIDER: "1",
  SIGNUP_CREDITS: "1000000",
  SIGNUP_LIMIT: "1000000",
});

const PACKAGE = new URL("../../../package.json", import.meta.url);

/**
 * Starts a Kiln that is measured, on a data folder that stays, with the environment and the flags of `npm start` and those of
 * KILN_BENCH_NODE_FLAGS (`--cpu-prof` for a profile).
 */
export function startMeasured(
  dataDir: string,
  env: Readonly<Record<string, string>>,
): Promise<ServerProcess> {
  const { scripts } = JSON.parse(readFileSync(PACKAGE, "utf8")) as { scripts: { start: string } };
  const words = `${scripts.start} ${process.env.KILN_BENCH_NODE_FLAGS ?? ""}`.split(" ");
  const given = words.filter((word) => /^[A-Z_]+=/.test(word)).map((word) => word.split("="));
  const flags = words.filter((word) => word.startsWith("--"));
  return startOn(dataDir, { ...(Object.fromEntries(given) as Record<string, string>), ...env }, flags);
}

/** Starts a process of Kiln as an operator would, with a data folder of its own that is removed with it. */
export async function startKilnProcess(env: Readonly<Record<string, string>> = {}): Promise<KilnProcess> {
  const dataDir = await mkdtemp(join(tmpdir(), "kiln-bench-"));
  try {
    const server = await startMeasured(dataDir, env);
    return {
      ...server,
      dataDir,
      async stop() {
        await server.stop();
        await rm(dataDir, { recursive: true, force: true });
      },
    };
  } catch (error) {
    await rm(dataDir, { recursive: true, force: true });
    throw error;
  }
}

/** Starts Kiln's own `dist/main.js` on a data folder that stays. */
export const startOn = (
  dataDir: string,
  env: Readonly<Record<string, string>> = {},
  flags: readonly string[] = [],
): Promise<ServerProcess> => startServerProcess(MAIN, { ...kilnEnv(dataDir), ...env }, flags);
