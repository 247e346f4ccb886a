import { dirname } from "node:path";
import type { Database } from "../../runtime/database/database.js";
import { longReader, reader, transaction, type Reader, type Tx } from "../../runtime/database/transaction.js";
import { openTestDatabase } from "./open-test-database.js";

export interface TestStore {
  database: Database;
  read: Reader;
  longRead: Reader;
  transact<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Environment with which a command opens the same database. */
  env: Record<string, string>;
  close(): Promise<void>;
}

/** Opens what domain functions need of a host: reads and transactions on a fresh, migrated database. */
export async function openTestStore(): Promise<TestStore> {
  const database = await openTestDatabase();
  const { options } = database.dataSource;
  const url = "url" in options ? options.url : undefined;
  return {
    database,
    read: reader(database),
    longRead: longReader(database),
    transact: (work) => transaction(database, work),
    env: url === undefined ? { DATA_DIR: dirname(String(options.database)) } : { DATABASE_URL: url },
    close: () => database.close(),
  };
}
