import type { MigrationInterface, QueryRunner } from "typeorm";

/** How far a running node of a workflow says that it is. May run again after a crash. */
export class NodeProgress1795950000400 implements MigrationInterface {
  readonly name = "NodeProgress1795950000400";

  async up(runner: QueryRunner): Promise<void> {
    if (await runner.hasColumn("workflow_run_nodes", "progressThousandths")) return;
    await runner.query("ALTER TABLE workflow_run_nodes ADD COLUMN progressThousandths INTEGER NULL");
  }

  async down(): Promise<void> {
    throw new Error("Migrations go forward only; restore a backup instead.");
  }
}
