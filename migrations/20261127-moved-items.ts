import type { MigrationInterface, QueryRunner } from "typeorm";
import { type Dialect, physicalType } from "../runtime/database/columns.js";

/** States keep the items that saves moved, for editors who come late. May run again after a crash. */
export class MovedItems1795810000000 implements MigrationInterface {
  readonly name = "MovedItems1795810000000";

  async up(runner: QueryRunner): Promise<void> {
    if (await runner.hasColumn("content_draft_states", "moved")) return;
    const of = runner.dataSource.options.type;
    const dialect: Dialect = of === "mysql" || of === "mariadb" ? of : "sqlite";
    const { type } = physicalType("blob", dialect);
    await runner.query(`ALTER TABLE content_draft_states ADD COLUMN moved ${String(type)} NULL`);
  }

  async down(): Promise<void> {
    throw new Error("Migrations go forward only; restore a backup instead.");
  }
}
