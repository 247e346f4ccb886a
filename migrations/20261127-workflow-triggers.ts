import type { MigrationInterface, QueryRunner } from "typeorm";
import { physicalType, type Dialect, type LogicalType } from "../runtime/database/columns.js";
import { makeTable } from "./make-table.js";

const COLUMNS: readonly [table: string, name: string, logical: LogicalType][] = [
  ["workflow_runs", "triggerId", "id"],
  ["workflow_run_steps", "heldCredits", "big"],
];

/** Triggers of workflows, their log and their days. May run again after a crash. */
export class WorkflowTriggers1795820000000 implements MigrationInterface {
  readonly name = "WorkflowTriggers1795820000000";

  async up(runner: QueryRunner): Promise<void> {
    const of = runner.dataSource.options.type;
    const dialect: Dialect = of === "mysql" || of === "mariadb" ? of : "sqlite";
    for (const [table, name, logical] of COLUMNS) {
      if (await runner.hasColumn(table, name)) continue;
      const { type, length, charset, collation } = physicalType(logical, dialect);
      const size = length === undefined ? "" : `(${length})`;
      const text = charset === undefined ? "" : ` CHARACTER SET ${charset} COLLATE ${collation}`;
      await runner.query(`ALTER TABLE ${table} ADD COLUMN ${name} ${String(type)}${size}${text} NULL`);
    }
    const make = async (
      name: string,
      columns: Parameters<typeof makeTable>[2],
      indices: Parameters<typeof makeTable>[3] = [],
    ): Promise<void> => {
      if (!(await runner.hasTable(name))) await makeTable(runner, name, columns, indices);
    };
    await make(
      "workflow_triggers",
      {
        id: { type: "id" },
        workflowId: { type: "id" },
        ownerId: { type: "id" },
        ownerEmail: { type: "text" },
        scopes: { type: "json", nullable: true },
        kind: { type: "key" },
        settings: { type: "json" },
        inputs: { type: "json" },
        projectId: { type: "id", nullable: true },
        listensTo: { type: "id", nullable: true },
        isEnabled: { type: "flag" },
        dailyCredits: { type: "big" },
        nextAt: { type: "big", nullable: true },
        addressTurn: { type: "int" },
        createdAt: { type: "big" },
        updatedAt: { type: "big" },
      },
      [
        { name: "IX_workflow_triggers_workflow", columns: ["workflowId", "createdAt"] },
        { name: "IX_workflow_triggers_listens", columns: ["listensTo"] },
      ],
    );
    await make(
      "workflow_trigger_fires",
      {
        id: { type: "id" },
        triggerId: { type: "id" },
        tick: { type: "key" },
        status: { type: "key" },
        runId: { type: "id", nullable: true },
        detail: { type: "longText", nullable: true },
        inputs: { type: "json" },
        createdAt: { type: "big" },
      },
      [
        { name: "UQ_workflow_trigger_fires_tick", columns: ["triggerId", "tick"], unique: true },
        { name: "IX_workflow_trigger_fires_newest", columns: ["triggerId", "createdAt", "id"] },
        { name: "IX_workflow_trigger_fires_age", columns: ["createdAt"] },
      ],
    );
    await make("workflow_trigger_days", {
      id: { type: "id" },
      triggerId: { type: "id" },
      credits: { type: "big" },
    });
  }

  async down(): Promise<void> {
    throw new Error("Migrations go forward only; restore a backup instead.");
  }
}
