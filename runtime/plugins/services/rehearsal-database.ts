import type { Service } from "../../../plugins/kit/service.js";
import { type Database, openDatabase } from "../../database/database.js";
import { makeTable } from "../../database/make-table.js";
import { migrationsTable } from "./check-tables.js";

/** An embedded database with nothing in it but what every service needs: where it stands what an `Idempotency-Key` made. */
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

/** As if the process had died before it noted which migrations ran. */
export async function forgetMigrations(service: string, { dataSource }: Database): Promise<void> {
  await dataSource.query(`DELETE FROM ${migrationsTable(service)}`);
}

/** Why the tables are not those of the entities, or null. */
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
