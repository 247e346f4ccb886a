import type { MigrationInterface, QueryRunner } from "typeorm";
import { addColumn } from "./make-table.js";

const JOBS = "generation_jobs";
const INDEXES = [
  [JOBS, "IX_generation_jobs_free", "costCredits, accountId, status, completedAt, paramsBytes"],
  ["transcriptions", "IX_transcriptions_free", "costCredits, accountId, status, completedAt"],
  ["translation_jobs", "IX_translation_jobs_free", "creditsSpent, startedById, status, completedAt"],
  ["workflow_run_steps", "IX_workflow_run_steps_job", "jobId"],
] as const;

/** Which jobs ended at no cost, and which of them steps of runs name, is answered from indexes. May run again after a crash. */
export class FreeJobs1795950002800 implements MigrationInterface {
  readonly name = "FreeJobs1795950002800";

  async up(runner: QueryRunner): Promise<void> {
    if (!(await runner.hasColumn(JOBS, "paramsBytes"))) await addColumn(runner, JOBS, "paramsBytes", "big");
    for (const [table, index, columns] of INDEXES) {
      const indices = (await runner.getTable(table))?.indices ?? [];
      if (!indices.some(({ name }) => name === index))
        await runner.query(`CREATE INDEX ${index} ON ${table} (${columns})`);
    }
  }

  async down(): Promise<void> {
    throw new Error("Migrations go forward only; restore a backup instead.");
  }
}
