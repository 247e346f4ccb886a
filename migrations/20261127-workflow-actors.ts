import type { MigrationInterface, QueryRunner } from "typeorm";
import { physicalType, type Dialect, type LogicalType } from "../runtime/database/columns.js";

const COLUMNS: readonly [name: string, logical: LogicalType][] = [
  ["credentialKind", "key"],
  ["credentialId", "id"],
  ["scopes", "json"],
];

/** By which credential a run of a workflow was started. May run again after a crash. */
export class WorkflowActors1795800000000 implements MigrationInterface {
  readonly name = "WorkflowActors1795800000000";

  async up(runner: QueryRunner): Promise<void> {
    const of = runner.dataSource.options.type;
    const dialect: Dialect = of === "mysql" || of === "mariadb" ? of : "sqlite";
    for (const [name, logical] of COLUMNS) {
      if (await runner.hasColumn("workflow_runs", name)) continue;
      const { type, length, charset, collation } = physicalType(logical, dialect);
      const size = length === undefined ? "" : `(${length})`;
      const text = charset === undefined ? "" : ` CHARACTER SET ${charset} COLLATE ${collation}`;
      await runner.query(`ALTER TABLE workflow_runs ADD COLUMN ${name} ${String(type)}${size}${text} NULL`);
    }
  }

  async down(): Promise<void> {
    throw new Error("Migrations go forward only; restore a backup instead.");
  }
}
