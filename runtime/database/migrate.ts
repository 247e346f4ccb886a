import type { Database } from "./database.js";

const LOCK_SECONDS = 120;

/**
 * Brings the schema up to date and returns the names of the migrations that ran. Several processes may start at once: on a
 * server one of them holds a named lock while the others wait, and the embedded file has only one process.
 */
export async function migrate({ dataSource, dialect }: Database): Promise<string[]> {
  if (dialect === "sqlite") {
    return (await dataSource.runMigrations({ transaction: "each" })).map((migration) => migration.name);
  }
  const runner = dataSource.createQueryRunner();
  const name = `kiln-migrate-${String(dataSource.options.database ?? "")}`.slice(0, 60);
  try {
    const [row] = (await runner.query("SELECT GET_LOCK(?, ?) AS got", [name, LOCK_SECONDS])) as {
      got: number;
    }[];
    if (Number(row?.got) !== 1)
      throw new Error("Another process has been migrating the database for too long.");
    // MySQL commits each DDL statement by itself, so a transaction around a migration would have no effect.
    return (await dataSource.runMigrations({ transaction: "none" })).map((migration) => migration.name);
  } finally {
    await runner.query("SELECT RELEASE_LOCK(?)", [name]);
    await runner.release();
  }
}
