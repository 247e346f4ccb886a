import type { MigrationInterface, QueryRunner } from "typeorm";
import { makeTable } from "./make-table.js";

/** What the OAuth server keeps. */
export class Oauth1795672800000 implements MigrationInterface {
  readonly name = "Oauth1795672800000";

  async up(runner: QueryRunner): Promise<void> {
    if (await runner.hasTable("oauth_records")) return;
    await makeTable(
      runner,
      "oauth_records",
      {
        id: { type: "id" },
        kind: { type: "key" },
        payload: { type: "json" },
        grantId: { type: "id", nullable: true },
        accountId: { type: "id", nullable: true },
        clientId: { type: "id", nullable: true },
        uid: { type: "id", nullable: true },
        scopes: { type: "json", nullable: true },
        madeUnverified: { type: "flag" },
        consumedAt: { type: "big", nullable: true },
        expiresAt: { type: "big", nullable: true },
        createdAt: { type: "big" },
      },
      [
        { name: "IX_oauth_records_grant", columns: ["grantId", "kind"] },
        { name: "IX_oauth_records_account", columns: ["accountId", "kind", "createdAt", "id"] },
        { name: "IX_oauth_records_client", columns: ["clientId", "kind"] },
        { name: "IX_oauth_records_uid", columns: ["uid", "kind"] },
        { name: "IX_oauth_records_expires", columns: ["expiresAt"] },
      ],
    );
  }

  async down(): Promise<void> {
    throw new Error("Migrations go forward only; restore a backup instead.");
  }
}
