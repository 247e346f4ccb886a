import type { MigrationInterface, QueryRunner } from "typeorm";
import { physicalType, type Dialect } from "../runtime/database/columns.js";

/** The only project in which a key or a connected agent spends. May run again after a crash. */
export class BudgetProjects1795950000600 implements MigrationInterface {
  readonly name = "BudgetProjects1795950000600";

  async up(runner: QueryRunner): Promise<void> {
    const of = runner.dataSource.options.type;
    const dialect: Dialect = of === "mysql" || of === "mariadb" ? of : "sqlite";
    const { type, length, charset, collation } = physicalType("id", dialect);
    const text = charset === undefined ? "" : ` CHARACTER SET ${charset} COLLATE ${collation}`;
    const flag = String(physicalType("flag", dialect).type);
    if (!(await runner.hasColumn("budgets", "projectId")))
      await runner.query(`ALTER TABLE budgets ADD COLUMN projectId ${String(type)}(${length})${text} NULL`);
    if (!(await runner.hasColumn("budgets", "isDefaultProject")))
      await runner.query(`ALTER TABLE budgets ADD COLUMN isDefaultProject ${flag} NOT NULL DEFAULT 0`);
  }

  async down(): Promise<void> {
    throw new Error("Migrations go forward only; restore a backup instead.");
  }
}
