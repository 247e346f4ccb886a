import { createHash } from "node:crypto";
import type { QueryRunner } from "typeorm";
import type { Service } from "../../../plugins/kit/service.js";
import type { ServiceMigration } from "../../../plugins/kit/service-data.js";
import type { Database } from "../../database/database.js";
import { reasonOf } from "../../errors/reason-of.js";
import { fromDatabase } from "../../errors/from-database.js";
import { makeTable } from "../../database/make-table.js";
import { migrationsTable } from "./check-tables.js";
import { schemaFor } from "./service-schema.js";

/**
 * The seconds that a process waits for another one's migrations, and the milliseconds that one migration may
 * take.
 */
const LOCK_SECONDS = 20;
const PATIENCE_MS = 60_000;

/**
 * The error of migrations whose next attempt may succeed, when the database is reachable or the other process
 * is done.
 */
export class MigrationsWait extends Error {}

/**
 * Runs a service's pending migrations, once over all processes: on a database server a named lock decides
 * which process runs them, and an embedded database has one process only. Migrations run outside of a
 * transaction, because MySQL commits each change of a table by itself, and because everybody else would wait
 * for the embedded database. A migration that fails half way therefore runs again from its beginning. Returns
 * the names of those that ran. Throws MigrationsWait if a later attempt may succeed, otherwise one sentence
 * that names the migration.
 */
export async function migrateService(
  { name, migrations = [] }: Pick<Service, "name" | "migrations">,
  database: Database,
): Promise<string[]> {
  if (migrations.length === 0) return [];
  const runner = database.dataSource.createQueryRunner();
  try {
    if (!(await isDue(runner, name, migrations))) return [];
    return await underLock(runner, database, name, () => runAll(runner, name, migrations));
  } catch (error) {
    const meant = fromDatabase(error);
    if (meant !== error)
      throw new MigrationsWait(`The migrations of ${name} wait: ${reasonOf(meant)}`, { cause: error });
    throw error;
  } finally {
    await runner.release().catch(() => {});
  }
}

async function isDue(
  runner: QueryRunner,
  service: string,
  migrations: readonly ServiceMigration[],
): Promise<boolean> {
  const ran = await namesOf(runner, service);
  return migrations.some(({ name }) => !ran.has(name));
}

async function namesOf(runner: QueryRunner, service: string): Promise<Set<string>> {
  const table = migrationsTable(service);
  if (!(await runner.hasTable(table))) return new Set();
  const rows = (await runner.query(`SELECT id FROM ${table}`)) as { id: string }[];
  return new Set(rows.map(({ id }) => id));
}

async function underLock<T>(
  runner: QueryRunner,
  { dialect, dataSource }: Database,
  service: string,
  work: () => Promise<T>,
): Promise<T> {
  if (dialect === "sqlite") return work();
  const whole = `${String(dataSource.options.database ?? "")} ${service}`;
  const lock = `kiln-service-${createHash("sha256").update(whole).digest("hex").slice(0, 40)}`;
  const [row] = (await runner.query("SELECT GET_LOCK(?, ?) AS got", [lock, LOCK_SECONDS])) as {
    got: number;
  }[];
  if (Number(row?.got) !== 1)
    throw new MigrationsWait(
      `Another process has been running the migrations of ${service} for ${LOCK_SECONDS} s.`,
    );
  try {
    return await work();
  } finally {
    await runner.query("SELECT RELEASE_LOCK(?)", [lock]).catch(() => {});
  }
}

async function runAll(
  runner: QueryRunner,
  service: string,
  migrations: readonly ServiceMigration[],
): Promise<string[]> {
  const table = migrationsTable(service);
  if (!(await runner.hasTable(table)))
    await makeTable(runner, table, { id: { type: "id" }, ranAt: { type: "big" } });
  const ran = await namesOf(runner, service);
  const done: string[] = [];
  for (const { name, up } of migrations) {
    if (ran.has(name)) continue;
    const controls = schemaFor(service, runner);
    try {
      await inTime(up(controls.schema), () => controls.end());
    } catch (error) {
      // A database that is away or stuck is no fault of the migration: `migrateService` throws MigrationsWait.
      if (fromDatabase(error) !== error) throw error;
      throw new Error(`Its migration ${name} failed: ${reasonOf(error)}`, { cause: error });
    } finally {
      controls.end();
    }
    await runner.query(`INSERT INTO ${table} (id, ranAt) VALUES (?, ?)`, [name, Date.now()]);
    done.push(name);
  }
  return done;
}

async function inTime(work: Promise<void>, end: () => void): Promise<void> {
  const { promise: over, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    end();
    reject(new Error(`it did not end within ${PATIENCE_MS / 1000} s`));
  }, PATIENCE_MS);
  await Promise.race([work, over]).finally(() => clearTimeout(timer));
}
