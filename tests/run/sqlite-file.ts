import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { ENTITIES } from "../../entities/index.js";
import { MIGRATIONS } from "../../migrations/index.js";
import { openDatabase } from "../../runtime/database/database.js";
import { migrate } from "../../runtime/database/migrate.js";

/** Migrates one embedded database, of which tests begin with copies: the migrations take more of a processor than all else that opens one. Gives its path. */
export async function writeSqliteFile(folder: string): Promise<string> {
  const dataDir = join(folder, "migrated");
  await mkdir(dataDir);
  const database = await openDatabase({ url: null, dataDir, entities: ENTITIES, migrations: MIGRATIONS });
  await migrate(database);
  await database.close();
  return join(dataDir, "kiln.db");
}
