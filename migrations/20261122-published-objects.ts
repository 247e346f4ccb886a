import type { MigrationInterface, QueryRunner } from "typeorm";

/** When an object was made readable by everybody. May run again after a crash: a server commits each change by itself. */
export class PublishedObjects1795309200000 implements MigrationInterface {
  readonly name = "PublishedObjects1795309200000";

  async up(runner: QueryRunner): Promise<void> {
    if (await runner.hasColumn("storage_objects", "publishedAt")) return;
    await runner.query("ALTER TABLE storage_objects ADD COLUMN publishedAt bigint NULL");
  }

  async down(): Promise<void> {
    throw new Error("Migrations go forward only; restore a backup instead.");
  }
}
