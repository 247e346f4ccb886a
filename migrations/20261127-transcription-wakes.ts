import type { MigrationInterface, QueryRunner } from "typeorm";
import { physicalType, type Dialect } from "../runtime/database/columns.js";

/** The task that a transcription's end makes due. May run again after a crash. */
export class TranscriptionWakes1795752000000 implements MigrationInterface {
  readonly name = "TranscriptionWakes1795752000000";

  async up(runner: QueryRunner): Promise<void> {
    if (await runner.hasColumn("transcriptions", "wakes")) return;
    const of = runner.dataSource.options.type;
    const dialect: Dialect = of === "mysql" || of === "mariadb" ? of : "sqlite";
    const { type, length, charset, collation } = physicalType("id", dialect);
    const size = length === undefined ? "" : `(${length})`;
    const text = charset === undefined ? "" : ` CHARACTER SET ${charset} COLLATE ${collation}`;
    await runner.query(`ALTER TABLE transcriptions ADD COLUMN wakes ${String(type)}${size}${text} NULL`);
  }

  async down(): Promise<void> {
    throw new Error("Migrations go forward only; restore a backup instead.");
  }
}
