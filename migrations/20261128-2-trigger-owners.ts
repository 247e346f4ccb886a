import type { MigrationInterface, QueryRunner } from "typeorm";

const INDEX = "IX_workflow_triggers_owner";

/** How many triggers an account has is counted before it gets another. May run again after a crash. */
export class TriggerOwners1795920000000 implements MigrationInterface {
  readonly name = "TriggerOwners1795920000000";

  async up(runner: QueryRunner): Promise<void> {
    const table = await runner.getTable("workflow_triggers");
    if (table?.indices.some(({ name }) => name === INDEX)) return;
    await runner.query(`CREATE INDEX ${INDEX} ON workflow_triggers (ownerId)`);
  }

  async down(): Promise<void> {
    throw new Error("Migrations go forward only; restore a backup instead.");
  }
}
