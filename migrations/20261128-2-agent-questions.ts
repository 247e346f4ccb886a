import type { MigrationInterface, QueryRunner } from "typeorm";

/** Above how many credits a connected agent asks its person. May run again after a crash. */
export class AgentQuestions1795941000000 implements MigrationInterface {
  readonly name = "AgentQuestions1795941000000";

  async up(runner: QueryRunner): Promise<void> {
    if (await runner.hasColumn("budgets", "askAboveCredits")) return;
    await runner.query("ALTER TABLE budgets ADD COLUMN askAboveCredits bigint NULL");
  }

  async down(): Promise<void> {
    throw new Error("Migrations go forward only; restore a backup instead.");
  }
}
