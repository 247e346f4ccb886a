import type { MigrationInterface, QueryRunner } from "typeorm";

const INDEX = "IX_content_documents_walk";

/**
 * Translation runs walk the documents of a type in the order of their ids. May run again after a crash: a server
 * commits each change by itself.
 */
export class DocumentWalk1795564800000 implements MigrationInterface {
  readonly name = "DocumentWalk1795564800000";

  async up(runner: QueryRunner): Promise<void> {
    const table = await runner.getTable("content_documents");
    if (table?.indices.some(({ name }) => name === INDEX)) return;
    await runner.query(`CREATE INDEX ${INDEX} ON content_documents (typeId, id)`);
  }

  async down(): Promise<void> {
    throw new Error("Migrations go forward only; restore a backup instead.");
  }
}
