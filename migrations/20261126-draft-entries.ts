import type { MigrationInterface, QueryRunner } from "typeorm";
import { type Dialect, type LogicalType, physicalType } from "../runtime/database/columns.js";

/**
 * States say what their permanent entries were made for and which items were moved away, revisions what made them,
 * settings which locales are gone. May run again after a crash: a server commits each change by itself.
 */
export class DraftEntries1795669200000 implements MigrationInterface {
  readonly name = "DraftEntries1795669200000";

  async up(runner: QueryRunner): Promise<void> {
    await addColumn(runner, "content_draft_states", "standing", "hash");
    await addColumn(runner, "content_revisions", "actor", "key");
    await addColumn(runner, "content_settings", "formerLocales", "json");
  }

  async down(): Promise<void> {
    throw new Error("Migrations go forward only; restore a backup instead.");
  }
}

async function addColumn(
  runner: QueryRunner,
  table: string,
  column: string,
  logical: LogicalType,
): Promise<void> {
  if (await runner.hasColumn(table, column)) return;
  const of = runner.dataSource.options.type;
  const dialect: Dialect = of === "mysql" || of === "mariadb" ? of : "sqlite";
  const { type, length, charset, collation } = physicalType(logical, dialect);
  const size = length === undefined ? "" : `(${length})`;
  const text = charset === undefined ? "" : ` CHARACTER SET ${charset} COLLATE ${collation}`;
  await runner.query(`ALTER TABLE ${table} ADD COLUMN ${column} ${String(type)}${size}${text} NULL`);
}
