import type { Config } from "../../config/load-config.js";
import { type Database, type DatabaseOptions, openDatabase } from "../database.js";
import { checkReplica } from "../../secrets/key-fingerprint.js";
import type { Keys } from "../../secrets/keys.js";
import type { Logger } from "../../process/log.js";
import { Replica } from "./replica.js";

/**
 * Opens the replica of DATABASE_READ_URL, or returns null without that variable. Throws ConfigError when the address is not
 * that of a replica of this database.
 */
export async function openReplica({
  config,
  log,
  database,
  keys,
  entities,
}: {
  config: Config;
  log: Logger;
  database: Database;
  keys: Keys;
  entities: DatabaseOptions["entities"];
}): Promise<Replica | null> {
  if (config.databaseReadUrl === null) return null;
  const options = {
    url: config.databaseReadUrl,
    variable: "DATABASE_READ_URL",
    dialect: database.dialect,
    poolSize: config.databasePool,
    dataDir: config.dataDir,
    entities,
    migrations: [],
    leaseMs: config.taskLeaseMs,
  };
  const replica = new Replica({
    log,
    async open() {
      const opened = await openDatabase(options);
      try {
        await checkReplica(keys, opened);
        opened.refuseSilence();
        return opened;
      } catch (error) {
        await opened.close();
        throw error;
      }
    },
  });
  await replica.start();
  return replica;
}
