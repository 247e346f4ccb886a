import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { ENTITIES } from "../../entities/index.js";
import { MIGRATIONS } from "../../migrations/index.js";
import { openDatabase } from "../../runtime/database/database.js";
import { migrate } from "../../runtime/database/migrate.js";

/** Migrates one embedded database, which tests copy: the migrations take more processor time than everything else in opening one. Returns its path. */
export async function writeSqliteFile(folder: string): Promise<string> {
  const dataDir = join(folder, "migrated");
  await mkdir(dataDir);
  const database = await openDatabase({ url: null, dataDir, entities: ENTITIES, migrations: MIGRATIONS });
  await migrate(database);
  await database.close();
  return join(dataDir, "kiln.db");
}
