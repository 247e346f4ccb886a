import type { MigrationInterface, QueryRunner } from "typeorm";

/** That a running task was queued once more. May run again after a crash: a server commits each change by itself. */
export class TaskRerun1795478400000 implements MigrationInterface {
  readonly name = "TaskRerun1795478400000";

  async up(runner: QueryRunner): Promise<void> {
    if (await runner.hasColumn("tasks", "rerunAt")) return;
    await runner.query("ALTER TABLE tasks ADD COLUMN rerunAt bigint NULL");
  }

  async down(): Promise<void> {
    throw new Error("Migrations go forward only; restore a backup instead.");
  }
}
