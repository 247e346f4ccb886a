import type { Service } from "../../../plugins/kit/service.js";
import { type Database, openDatabase } from "../../database/database.js";
import { makeTable } from "../../database/make-table.js";
import { migrationsTable } from "./check-tables.js";

/**
 * Opens an embedded database that contains only what every service needs: the table of `Idempotency-Key`
 * records.
 */
export async function openRehearsalDatabase(dataDir: string): Promise<Database> {
  const database = await openDatabase({ url: null, dataDir, entities: [], migrations: [] });
  const runner = database.dataSource.createQueryRunner();
  await makeTable(runner, "idempotency_keys", {
    id: { type: "id" },
    accountId: { type: "id" },
    bodyHash: { type: "hash" },
    resourceId: { type: "id" },
    createdAt: { type: "big" },
  });
  await runner.release();
  return database;
}

/** Deletes the record of the migrations that ran, as if the process had died before it wrote that record. */
export async function forgetMigrations(service: string, { dataSource }: Database): Promise<void> {
  await dataSource.query(`DELETE FROM ${migrationsTable(service)}`);
}

/** Returns the difference between the tables and the entities, or null. */
export async function tablesProblem(
  { entities = [] }: Service,
  { dataSource }: Database,
): Promise<string | null> {
  const runner = dataSource.createQueryRunner();
  try {
    for (const { table, columns } of entities) {
      const there = await runner.getTable(table);
      if (there === undefined) return `no migration makes the table ${table}`;
      const missing = Object.keys(columns).find((name) => there.findColumnByName(name) === undefined);
      if (missing !== undefined) return `${table} has no column ${missing}`;
    }
    return null;
  } finally {
    await runner.release();
  }
}
