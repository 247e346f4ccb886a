import type { MigrationInterface, QueryRunner } from "typeorm";

const TABLE = "projects";
const NAME = "IX_projects_live";
const BEFORE = "IX_projects_owner";

/** Which projects an account owns is answered from an index, however many it has deleted. May run again after a crash. */
export class LiveProjects1795950002500 implements MigrationInterface {
  readonly name = "LiveProjects1795950002500";

  async up(runner: QueryRunner): Promise<void> {
    const indices = (await runner.getTable(TABLE))?.indices ?? [];
    if (!indices.some(({ name }) => name === NAME))
      await runner.query(`CREATE INDEX ${NAME} ON ${TABLE} (ownerId, deletedAt)`);
    if (indices.some(({ name }) => name === BEFORE)) await runner.dropIndex(TABLE, BEFORE);
  }

  async down(): Promise<void> {
    throw new Error("Migrations go forward only; restore a backup instead.");
  }
}
