import type { MigrationInterface, QueryRunner } from "typeorm";
import { physicalType, type Dialect, type LogicalType } from "../runtime/database/columns.js";

const INDEX = "IX_workflow_triggers_credential";
const COLUMNS: readonly [name: string, logical: LogicalType][] = [
  ["credentialKind", "key"],
  ["credentialId", "id"],
];

/** By which key or agent a trigger acts; runs that agents started name the grant. May run again after a crash. */
export class TriggerCredentials1795900000000 implements MigrationInterface {
  readonly name = "TriggerCredentials1795900000000";

  async up(runner: QueryRunner): Promise<void> {
    const of = runner.dataSource.options.type;
    const dialect: Dialect = of === "mysql" || of === "mariadb" ? of : "sqlite";
    for (const [name, logical] of COLUMNS) {
      if (await runner.hasColumn("workflow_triggers", name)) continue;
      const { type, length, charset, collation } = physicalType(logical, dialect);
      const size = length === undefined ? "" : `(${length})`;
      const text = charset === undefined ? "" : ` CHARACTER SET ${charset} COLLATE ${collation}`;
      await runner.query(
        `ALTER TABLE workflow_triggers ADD COLUMN ${name} ${String(type)}${size}${text} NULL`,
      );
    }
    const table = await runner.getTable("workflow_triggers");
    if (!table?.indices.some(({ name }) => name === INDEX))
      await runner.query(`CREATE INDEX ${INDEX} ON workflow_triggers (credentialId)`);
    await runner.query(
      `UPDATE workflow_runs SET credentialId = (SELECT t.grantId FROM oauth_records t WHERE t.id = workflow_runs.credentialId)
        WHERE credentialKind = 'grant' AND EXISTS (SELECT 1 FROM oauth_records t WHERE t.id = workflow_runs.credentialId)`,
    );
  }

  async down(): Promise<void> {
    throw new Error("Migrations go forward only; restore a backup instead.");
  }
}
