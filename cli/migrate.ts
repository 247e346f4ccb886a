import type { Command } from "commander";
import { ENTITIES } from "../entities/index.js";
import { MIGRATIONS } from "../migrations/index.js";
import { loadConfig } from "../runtime/config/load-config.js";
import { lockDataFolder } from "../runtime/database/data-folder-lock.js";
import { openDatabase } from "../runtime/database/database.js";
import { migrate } from "../runtime/database/migrate.js";

/** `kiln migrate`: what every start does, without starting. */
export function addMigrate(program: Command): void {
  program
    .command("migrate")
    .description("Brings the database up to date")
    .action(async () => {
      const { databaseUrl: url, dataDir } = loadConfig(process.env);
      const unlock = url === null ? lockDataFolder(dataDir) : () => {};
      const database = await openDatabase({
        url,
        dataDir,
        entities: ENTITIES,
        migrations: MIGRATIONS,
        poolSize: 2,
      });
      try {
        const names = await migrate(database);
        process.stdout.write(
          names.length === 0 ? "The database is up to date.\n" : names.map((name) => `${name}\n`).join(""),
        );
      } finally {
        await database.close();
        unlock();
      }
    });
}
