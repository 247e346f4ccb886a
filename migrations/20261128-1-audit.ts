import type { MigrationInterface, QueryRunner } from "typeorm";
import { makeTable } from "./make-table.js";

/** Who did what to which thing. May run again after a crash. */
export class Audit1795940000000 implements MigrationInterface {
  readonly name = "Audit1795940000000";

  async up(runner: QueryRunner): Promise<void> {
    if (await runner.hasTable("audit_entries")) return;
    await makeTable(
      runner,
      "audit_entries",
      {
        id: { type: "id" },
        action: { type: "key" },
        actorKind: { type: "key" },
        actorId: { type: "id", nullable: true },
        credentialId: { type: "id", nullable: true },
        resourceKind: { type: "key" },
        resourceId: { type: "key", nullable: true },
        projectId: { type: "id", nullable: true },
        ownerId: { type: "id", nullable: true },
        requestId: { type: "key" },
        client: { type: "key" },
        createdAt: { type: "big" },
      },
      [
        { name: "IX_audit_entries_actor", columns: ["actorId", "id"] },
        { name: "IX_audit_entries_owner", columns: ["ownerId", "id"] },
        { name: "IX_audit_entries_project", columns: ["projectId", "id"] },
      ],
    );
  }

  async down(): Promise<void> {
    throw new Error("Migrations go forward only; restore a backup instead.");
  }
}
