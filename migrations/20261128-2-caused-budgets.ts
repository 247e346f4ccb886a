import type { MigrationInterface, QueryRunner } from "typeorm";
import { physicalType, type Dialect } from "../runtime/database/columns.js";
import { makeTable } from "./make-table.js";

/** The limits that translations and runs count against which a publish causes. May run again after a crash. */
export class CausedBudgets1795901000000 implements MigrationInterface {
  readonly name = "CausedBudgets1795901000000";

  async up(runner: QueryRunner): Promise<void> {
    if (!(await runner.hasTable("content_publish_budgets")))
      await makeTable(runner, "content_publish_budgets", { id: { type: "id" }, budgetId: { type: "id" } });
    if (await runner.hasColumn("workflow_trigger_fires", "budgetId")) return;
    const of = runner.dataSource.options.type;
    const dialect: Dialect = of === "mysql" || of === "mariadb" ? of : "sqlite";
    const { type, length, charset, collation } = physicalType("id", dialect);
    const text = charset === undefined ? "" : ` CHARACTER SET ${charset} COLLATE ${collation}`;
    await runner.query(
      `ALTER TABLE workflow_trigger_fires ADD COLUMN budgetId ${String(type)}(${length})${text} NULL`,
    );
  }

  async down(): Promise<void> {
    throw new Error("Migrations go forward only; restore a backup instead.");
  }
}
