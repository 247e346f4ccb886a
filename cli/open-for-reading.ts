import { existsSync } from "node:fs";
import { ENTITIES } from "../entities/index.js";
import { MIGRATIONS } from "../migrations/index.js";
import { loadConfig } from "../runtime/config/load-config.js";
import { openDatabase, type Database } from "../runtime/database.js";
import { CliError } from "./cli-error.js";

/** The deployment's database as the environment names it, for reading: a server, or the data folder of a running or stopped process. */
export async function openForReading(env: NodeJS.ProcessEnv): Promise<Database> {
  const { databaseUrl: url, dataDir } = loadConfig(env);
  if (url === null && !existsSync(`${dataDir}/kiln.db`)) {
    throw new CliError(
      `There is no database in ${dataDir}: set DATA_DIR or DATABASE_URL to the deployment's.`,
    );
  }
  return openDatabase({
    url,
    dataDir,
    entities: ENTITIES,
    migrations: MIGRATIONS,
    poolSize: 1,
    readOnly: true,
  });
}
