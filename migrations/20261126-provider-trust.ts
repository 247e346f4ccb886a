import type { MigrationInterface, QueryRunner } from "typeorm";
import { physicalType } from "../runtime/database/columns.js";
import { makeTable } from "./make-table.js";

/**
 * What a job tells while it runs and how long it may, how often work died with its process, and which provider a
 * model id belongs to. May run again after a crash: a server commits each change by itself.
 */
export class ProviderTrust1795662000000 implements MigrationInterface {
  readonly name = "ProviderTrust1795662000000";

  async up(runner: QueryRunner): Promise<void> {
    const { type } = runner.dataSource.options;
    const isServer = type === "mysql" || type === "mariadb";
    const { collation } = physicalType("json", isServer ? type : "sqlite");
    const json = isServer ? `longtext CHARACTER SET utf8mb4 COLLATE ${collation}` : "text";
    const add = async (table: string, column: string, definition: string): Promise<void> => {
      if (!(await runner.hasColumn(table, column)))
        await runner.query(`ALTER TABLE ${table} ADD COLUMN ${column} ${definition}`);
    };
    const int = isServer ? "int" : "integer";
    await add("tasks", "deaths", `${int} NOT NULL DEFAULT 0`);
    await add("generation_jobs", "pendingSince", "bigint NULL");
    await add("generation_jobs", "faultySince", "bigint NULL");
    await add("generation_jobs", "progressThousandths", `${int} NULL`);
    await add("generation_jobs", "queuePosition", `${int} NULL`);
    await add("generation_jobs", "resultMetadata", `${json} NULL`);
    if (!(await runner.hasTable("model_claims")))
      await makeTable(runner, "model_claims", {
        id: { type: "id" },
        provider: { type: "id" },
        claimedAt: { type: "big" },
      });
  }

  async down(): Promise<void> {
    throw new Error("Migrations go forward only; restore a backup instead.");
  }
}
