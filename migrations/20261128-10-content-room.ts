import type { MigrationInterface, QueryRunner } from "typeorm";
import { addColumn } from "./make-table.js";

const HEADS = "content_heads";
const REVISIONS = "content_revisions";
const PROJECTS = "projects";
const INDEX = "IX_projects_kept";

/**
 * How much the content of each project stores. What is there is counted later by the task `content.count`, because a
 * server reads a whole payload to tell its length, which takes minutes for a large table. May run again after a crash.
 */
export class ContentRoom1795950002600 implements MigrationInterface {
  readonly name = "ContentRoom1795950002600";

  async up(runner: QueryRunner): Promise<void> {
    if (!(await runner.hasColumn(HEADS, "storedBytes"))) await addColumn(runner, HEADS, "storedBytes", "big");
    if (!(await runner.hasColumn(REVISIONS, "bytes"))) await addColumn(runner, REVISIONS, "bytes", "int");
    const table = await runner.getTable(PROJECTS);
    if (table?.indices.some(({ name }) => name === INDEX) !== true)
      await runner.query(`CREATE INDEX ${INDEX} ON ${PROJECTS} (ownerId, purgedAt, id)`);
  }

  async down(): Promise<void> {
    throw new Error("Migrations go forward only; restore a backup instead.");
  }
}
