import type { MigrationInterface, QueryRunner } from "typeorm";
import { makeTable } from "./make-table.js";

/** Members, invites and links of shared projects; the life of a deleted one. */
export class Projects1795305600000 implements MigrationInterface {
  readonly name = "Projects1795305600000";

  async up(runner: QueryRunner): Promise<void> {
    for (const column of ["deletedAt", "purgedAt"])
      if (!(await runner.hasColumn("projects", column)))
        await runner.query(`ALTER TABLE projects ADD COLUMN ${column} bigint NULL`);
    await makeTable(
      runner,
      "project_members",
      {
        id: { type: "id" },
        projectId: { type: "id" },
        accountId: { type: "id" },
        email: { type: "key" },
        joinedAt: { type: "big" },
      },
      [
        { name: "UQ_project_members_account", columns: ["projectId", "accountId"], unique: true },
        { name: "IX_project_members_account", columns: ["accountId"] },
      ],
    );
    await makeTable(
      runner,
      "project_invites",
      {
        id: { type: "id" },
        projectId: { type: "id" },
        email: { type: "key" },
        invitedById: { type: "id" },
        createdAt: { type: "big" },
      },
      [
        { name: "UQ_project_invites_email", columns: ["projectId", "email"], unique: true },
        { name: "IX_project_invites_email", columns: ["email"] },
      ],
    );
    await makeTable(
      runner,
      "project_links",
      {
        id: { type: "id" },
        projectId: { type: "id" },
        storageId: { type: "id" },
        addedByUserId: { type: "id" },
        createdAt: { type: "big" },
      },
      [
        { name: "UQ_project_links_object", columns: ["projectId", "storageId"], unique: true },
        { name: "IX_project_links_newest", columns: ["projectId", "createdAt", "id"] },
        { name: "IX_project_links_object", columns: ["storageId"] },
      ],
    );
  }

  /** Forward only. */
  async down(): Promise<void> {
    throw new Error("Migrations go forward only; restore a backup instead.");
  }
}
