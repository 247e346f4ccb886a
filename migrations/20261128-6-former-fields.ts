import type { MigrationInterface, QueryRunner } from "typeorm";
import { makeTable } from "./make-table.js";

/** What fields content types no longer have. May run again after a crash. */
export class FormerFields1795950002100 implements MigrationInterface {
  readonly name = "FormerFields1795950002100";

  async up(runner: QueryRunner): Promise<void> {
    if (await runner.hasTable("content_former_fields")) return;
    await makeTable(
      runner,
      "content_former_fields",
      {
        id: { type: "id" },
        projectId: { type: "id" },
        version: { type: "int" },
        paths: { type: "json" },
      },
      [{ name: "IX_content_former_fields_project", columns: ["projectId"] }],
    );
  }

  async down(): Promise<void> {
    throw new Error("Migrations go forward only; restore a backup instead.");
  }
}
