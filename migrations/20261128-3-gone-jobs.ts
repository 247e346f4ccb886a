import type { MigrationInterface, QueryRunner } from "typeorm";

const TABLE = "generation_jobs";

/**
 * Which waiting jobs a provider's absence was noted on is answered from an index, also where there are 200,000. It takes the
 * place of one that it begins with. May run again after a crash: a server commits each change by itself.
 */
export class GoneJobs1795950000300 implements MigrationInterface {
  readonly name = "GoneJobs1795950000300";

  async up(runner: QueryRunner): Promise<void> {
    const has = async (name: string): Promise<boolean> =>
      (await runner.getTable(TABLE))?.indices.some((index) => index.name === name) === true;
    if (!(await has("IX_generation_jobs_gone")))
      await runner.query(
        `CREATE INDEX IX_generation_jobs_gone ON ${TABLE} (status, provider, kind, providerGoneSince)`,
      );
    if (await has("IX_generation_jobs_provider"))
      await runner.dropIndex(TABLE, "IX_generation_jobs_provider");
  }

  async down(): Promise<void> {
    throw new Error("Migrations go forward only; restore a backup instead.");
  }
}
