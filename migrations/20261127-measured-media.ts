import type { MigrationInterface, QueryRunner } from "typeorm";

/** What media measures: duration, width and height of an object, and since when that is known. May run again after a crash. */
export class MeasuredMedia1795790000000 implements MigrationInterface {
  readonly name = "MeasuredMedia1795790000000";

  async up(runner: QueryRunner): Promise<void> {
    const { type } = runner.dataSource.options;
    const int = type === "mysql" || type === "mariadb" ? "int" : "integer";
    const add = async (column: string, definition: string): Promise<void> => {
      if (!(await runner.hasColumn("storage_objects", column)))
        await runner.query(`ALTER TABLE storage_objects ADD COLUMN ${column} ${definition}`);
    };
    await add("width", `${int} NULL`);
    await add("height", `${int} NULL`);
    await add("durationMs", "bigint NULL");
    await add("measuredAt", "bigint NULL");
  }

  async down(): Promise<void> {
    throw new Error("Migrations go forward only; restore a backup instead.");
  }
}
