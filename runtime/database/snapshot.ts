import type { Database } from "./database.js";
import { Reader } from "./transaction.js";

/**
 * Runs reads that all see the database as it was at one moment, beside those who write. On the embedded file they need a
 * separate connection that was opened with `readOnly`, since the connection that writes is shared.
 */
export async function snapshot<T>(database: Database, work: (reader: Reader) => Promise<T>): Promise<T> {
  const { dataSource, dialect } = database;
  if (dialect !== "sqlite") {
    return dataSource.manager.transaction("REPEATABLE READ", (manager) =>
      work(new Reader(database, manager)),
    );
  }
  if (!("readonly" in dataSource.options) || dataSource.options.readonly !== true) {
    throw new Error("A snapshot of the embedded database needs a read-only connection of its own.");
  }
  const reader = new Reader(database, dataSource.manager);
  await reader.query("BEGIN DEFERRED TRANSACTION");
  try {
    return await work(reader);
  } finally {
    await reader.query("COMMIT");
  }
}
