import type { MigrationInterface, QueryRunner } from "typeorm";

/** Changes of links name the file. May run again after a crash: a server commits each change by itself. */
export class ChangeFiles1795651200000 implements MigrationInterface {
  readonly name = "ChangeFiles1795651200000";

  async up(runner: QueryRunner): Promise<void> {
    if (await runner.hasColumn("content_changes", "storageId")) return;
    const { type } = runner.dataSource.options;
    const ascii = type === "mysql" || type === "mariadb" ? " CHARACTER SET ascii COLLATE ascii_bin" : "";
    await runner.query(`ALTER TABLE content_changes ADD COLUMN storageId varchar(64)${ascii} NULL`);
  }

  async down(): Promise<void> {
    throw new Error("Migrations go forward only; restore a backup instead.");
  }
}
