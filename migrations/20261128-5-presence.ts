import type { MigrationInterface, QueryRunner } from "typeorm";
import { makeTable } from "./make-table.js";

/** Windows that have a document open. May run again after a crash. */
export class Presence1795950000700 implements MigrationInterface {
  readonly name = "Presence1795950000700";

  async up(runner: QueryRunner): Promise<void> {
    if (await runner.hasTable("content_presences")) return;
    await makeTable(
      runner,
      "content_presences",
      {
        id: { type: "id" },
        documentId: { type: "id" },
        accountId: { type: "id" },
        place: { type: "json", nullable: true },
        seenAt: { type: "big" },
      },
      [
        { name: "IX_content_presences_document", columns: ["documentId", "seenAt"] },
        { name: "IX_content_presences_seen", columns: ["seenAt"] },
      ],
    );
  }

  async down(): Promise<void> {
    throw new Error("Migrations go forward only; restore a backup instead.");
  }
}
