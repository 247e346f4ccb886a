import { createDatabase } from "../run/create-database.js";

export interface TestDatabase {
  /** Value for DATABASE_URL; undefined means the embedded SQLite file. */
  url: string | undefined;
  drop(): Promise<void>;
}

/**
 * A fresh, empty database for one test file, on the engine that this run is for
 * (`KILN_TEST_DB`, `KILN_TEST_DATABASE_SERVER`; both set by `npm test`). Drop it in `after.always`.
 */
export async function testDatabaseUrl(): Promise<TestDatabase> {
  const server = process.env.KILN_TEST_DATABASE_SERVER;
  if (process.env.KILN_TEST_DB !== "mariadb") return { url: undefined, drop: async () => {} };
  if (server === undefined || server === "") {
    throw new Error("KILN_TEST_DB=mariadb needs KILN_TEST_DATABASE_SERVER, which npm test sets.");
  }
  return createDatabase(server, "kiln_test");
}
