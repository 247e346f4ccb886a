import type { MigrationInterface, QueryRunner } from "typeorm";
import { physicalType, type Dialect, type LogicalType } from "../runtime/database/columns.js";

const COLUMNS: readonly [name: string, logical: LogicalType][] = [
  ["keptCredits", "big"],
  ["keptFrom", "big"],
  ["keptPaymentId", "id"],
];

/** What a hold keeps of a grant that ended. May run again after a crash: a server commits each change by itself. */
export class KeptGrants1795694000000 implements MigrationInterface {
  readonly name = "KeptGrants1795694000000";

  async up(runner: QueryRunner): Promise<void> {
    const of = runner.dataSource.options.type;
    const dialect: Dialect = of === "mysql" || of === "mariadb" ? of : "sqlite";
    for (const [name, logical] of COLUMNS) {
      if (await runner.hasColumn("holds", name)) continue;
      const { type, length, charset, collation } = physicalType(logical, dialect);
      const size = length === undefined ? "" : `(${length})`;
      const text = charset === undefined ? "" : ` CHARACTER SET ${charset} COLLATE ${collation}`;
      await runner.query(`ALTER TABLE holds ADD COLUMN ${name} ${String(type)}${size}${text} NULL`);
    }
  }

  async down(): Promise<void> {
    throw new Error("Migrations go forward only; restore a backup instead.");
  }
}
