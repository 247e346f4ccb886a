import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ENTITIES } from "../../entities/index.js";
import { MIGRATIONS } from "../../migrations/index.js";
import { type Database, openDatabase } from "../../runtime/database/database.js";
import { migrate } from "../../runtime/database/migrate.js";
import { placeEmbedded, type TestDatabaseOptions, testDatabaseUrl } from "./test-database.js";

/** Opens a migrated database of the ring's engine, without the rest of a process. */
export async function openTestDatabase(options: TestDatabaseOptions = {}): Promise<Database> {
  const dataDir = await mkdtemp(join(tmpdir(), "kiln-"));
  const { url, drop } = await testDatabaseUrl(options);
  if (url === undefined && !options.isEmpty) await placeEmbedded(dataDir);
  const database = await openDatabase({
    url: url ?? null,
    dataDir,
    entities: ENTITIES,
    migrations: MIGRATIONS,
  });
  await migrate(database);
  const close = database.close;
  return {
    ...database,
    async close() {
      await close();
      await drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
