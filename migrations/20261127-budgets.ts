import type { MigrationInterface, QueryRunner } from "typeorm";
import { physicalType, type Dialect } from "../runtime/database/columns.js";
import { makeTable } from "./make-table.js";

/** Limits of credits for keys, connected agents and projects. May run again after a crash. */
export class Budgets1795830000000 implements MigrationInterface {
  readonly name = "Budgets1795830000000";

  async up(runner: QueryRunner): Promise<void> {
    if (!(await runner.hasTable("budgets")))
      await makeTable(
        runner,
        "budgets",
        {
          id: { type: "id" },
          accountId: { type: "id" },
          subject: { type: "key" },
          dailyCredits: { type: "big", nullable: true },
          totalCredits: { type: "big", nullable: true },
          day: { type: "int" },
          usedOfDay: { type: "big" },
          usedInAll: { type: "big" },
          createdAt: { type: "big" },
        },
        [{ name: "IX_budgets_account", columns: ["accountId", "subject"] }],
      );
    const of = runner.dataSource.options.type;
    const dialect: Dialect = of === "mysql" || of === "mariadb" ? of : "sqlite";
    const { type, length, charset, collation } = physicalType("id", dialect);
    const text = charset === undefined ? "" : ` CHARACTER SET ${charset} COLLATE ${collation}`;
    const ref = `${String(type)}(${length})${text} NULL`;
    const add = async (table: string, column: string, definition: string): Promise<void> => {
      if (!(await runner.hasColumn(table, column)))
        await runner.query(`ALTER TABLE ${table} ADD COLUMN ${column} ${definition}`);
    };
    for (const table of ["api_keys", "oauth_records", "workflow_runs", "translation_jobs"])
      await add(table, "budgetId", ref);
    await add("holds", "budgetId", ref);
    await add("holds", "projectBudgetId", ref);
    await add("holds", "budgetDay", `${String(physicalType("int", dialect).type)} NULL`);
    await add(
      "balances",
      "limitsProjects",
      `${String(physicalType("flag", dialect).type)} NOT NULL DEFAULT 0`,
    );
  }

  async down(): Promise<void> {
    throw new Error("Migrations go forward only; restore a backup instead.");
  }
}
