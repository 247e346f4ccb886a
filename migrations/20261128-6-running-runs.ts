import type { MigrationInterface, QueryRunner } from "typeorm";

const TABLE = "workflow_runs";
const NAME = "IX_workflow_runs_running";

/** Which runs of a workflow go on is answered from an index, however many have ended. May run again after a crash. */
export class RunningRuns1795950000800 implements MigrationInterface {
  readonly name = "RunningRuns1795950000800";

  async up(runner: QueryRunner): Promise<void> {
    const table = await runner.getTable(TABLE);
    if (table?.indices.some(({ name }) => name === NAME) === true) return;
    await runner.query(`CREATE INDEX ${NAME} ON ${TABLE} (workflowId, status)`);
  }

  async down(): Promise<void> {
    throw new Error("Migrations go forward only; restore a backup instead.");
  }
}
