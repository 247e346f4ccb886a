import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Kiln, startKiln as start } from "../../start.js";
import { TEST_ENV } from "./test-env.js";
import { placeEmbedded, testDatabaseUrl } from "./test-database.js";

const BASIS = {
  ...TEST_ENV,
  PORT: "0",
  HOST: "127.0.0.1",
  LOG_LEVEL: process.env.KILN_TEST_LOG ?? "fatal",
  LOG_FORMAT: "json",
  MOCK_PROVIDER: "1",
} as const;

/** Starts a whole process inside the test, on a free port, with a database and a data folder of its own. */
export async function startKiln(env: Readonly<Record<string, string>> = {}): Promise<Kiln> {
  const dataDir = await mkdtemp(join(tmpdir(), "kiln-"));
  const database = await testDatabaseUrl();
  if (database.url === undefined) await placeEmbedded(dataDir);
  const kiln = await start({
    ...BASIS,
    DATA_DIR: dataDir,
    PLUGINS_DIR: join(dataDir, "plugins.d"),
    ...(database.url !== undefined && {
      DATABASE_URL: database.url,
      SECRET_KEY: "test-secret-test-secret-test-secret!",
    }),
    ...env,
  });
  return {
    ...kiln,
    async stop() {
      await kiln.stop();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/**
 * Starts a process on the embedded database of a folder in every run. The folder stays, so that several processes may use it in turn.
 */
export const startEmbedded = (dataDir: string, env: Readonly<Record<string, string>> = {}): Promise<Kiln> =>
  start({ ...BASIS, DATA_DIR: dataDir, PLUGINS_DIR: join(dataDir, "plugins.d"), ...env });
