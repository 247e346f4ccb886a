import type { MigrationInterface, QueryRunner } from "typeorm";
import { physicalType, type Dialect } from "../runtime/database/columns.js";

/** Where a task's trace began. May run again after a crash. */
export class TaskTraces1795950000200 implements MigrationInterface {
  readonly name = "TaskTraces1795950000200";

  async up(runner: QueryRunner): Promise<void> {
    if (await runner.hasColumn("tasks", "traceparent")) return;
    const of = runner.dataSource.options.type;
    const dialect: Dialect = of === "mysql" || of === "mariadb" ? of : "sqlite";
    const { type, length, charset, collation } = physicalType("id", dialect);
    const text = charset === undefined ? "" : ` CHARACTER SET ${charset} COLLATE ${collation}`;
    await runner.query(`ALTER TABLE tasks ADD COLUMN traceparent ${String(type)}(${length})${text} NULL`);
  }

  async down(): Promise<void> {
    throw new Error("Migrations go forward only; restore a backup instead.");
  }
}
