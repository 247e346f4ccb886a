import type { MigrationInterface, QueryRunner } from "typeorm";

/** Changes name media too. May run again after a crash: a server commits each change by itself. */
export class ChangeSubjects1795651200000 implements MigrationInterface {
  readonly name = "ChangeSubjects1795651200000";

  async up(runner: QueryRunner): Promise<void> {
    if (await runner.hasColumn("content_changes", "documentId"))
      await runner.query("ALTER TABLE content_changes RENAME COLUMN documentId TO subjectId");
    // the media that these were about is not known; whoever follows the log reads it anew
    await runner.query("DELETE FROM content_changes WHERE kind = 'links'");
  }

  async down(): Promise<void> {
    throw new Error("Migrations go forward only; restore a backup instead.");
  }
}
