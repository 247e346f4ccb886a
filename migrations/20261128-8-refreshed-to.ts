import type { MigrationInterface, QueryRunner } from "typeorm";
import { addColumn } from "./make-table.js";

/** How far a refresh of a type's documents has come, so that it can give turns to others. May run again after a crash. */
export class RefreshedTo1795950002400 implements MigrationInterface {
  readonly name = "RefreshedTo1795950002400";

  async up(runner: QueryRunner): Promise<void> {
    if (await runner.hasColumn("content_types", "refreshedTo")) return;
    await addColumn(runner, "content_types", "refreshedTo", "json");
  }

  async down(): Promise<void> {
    throw new Error("Migrations go forward only; restore a backup instead.");
  }
}
