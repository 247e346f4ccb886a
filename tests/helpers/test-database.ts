import { constants, readFileSync } from "node:fs";
import { chmod, copyFile } from "node:fs/promises";
import { join } from "node:path";
import { createDatabase } from "../run/create-database.js";

export interface TestDatabase {
  /** Value for DATABASE_URL. Undefined means the embedded SQLite file. */
  url: string | undefined;
  drop(): Promise<void>;
}

export interface TestDatabaseOptions {
  /** Whether the database has no tables, for tests of migrations. Otherwise the migrations have run. */
  isEmpty?: boolean;
}

/**
 * Makes a fresh database without data for one test file, on the engine of this run (`KILN_TEST_DB`, `KILN_TEST_DATABASE_SERVER`,
 * `KILN_TEST_SCHEMA`; `npm test` sets all). Drop it in `after.always`.
 */
export async function testDatabaseUrl({ isEmpty = false }: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const server = process.env.KILN_TEST_DATABASE_SERVER;
  if (process.env.KILN_TEST_DB !== "mariadb") return { url: undefined, drop: async () => {} };
  if (server === undefined || server === "") {
    throw new Error("KILN_TEST_DB=mariadb needs KILN_TEST_DATABASE_SERVER, which npm test sets.");
  }
  return createDatabase(server, "kiln_test", isEmpty ? null : schemaScript());
}

/** Returns the result of the migrations as one script (run/schema-script.ts), or null without one. */
function schemaScript(): string | null {
  const path = process.env.KILN_TEST_SCHEMA;
  return path === undefined || path === "" ? null : readFileSync(path, "utf8");
}

/**
 * Puts a migrated database without data into a new data folder (`KILN_TEST_SQLITE`). Without that variable the process that opens
 * the database migrates it.
 */
export async function placeEmbedded(dataDir: string): Promise<void> {
  const path = process.env.KILN_TEST_SQLITE;
  if (path === undefined || path === "") return;
  const own = join(dataDir, "kiln.db");
  await copyFile(path, own, constants.COPYFILE_EXCL);
  await chmod(own, 0o600);
}
