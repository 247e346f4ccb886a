import type { MigrationInterface, QueryRunner } from "typeorm";
import { makeTable } from "./make-table.js";

/**
 * Counted uses, welcome credits that wait, and which keys were made by whom nobody had verified. May run again after a
 * crash: a server commits each change by itself.
 */
export class People1795658400000 implements MigrationInterface {
  readonly name = "People1795658400000";

  async up(runner: QueryRunner): Promise<void> {
    const { type } = runner.dataSource.options;
    const flag = type === "mysql" || type === "mariadb" ? "tinyint" : "boolean";
    if (!(await runner.hasTable("limited_uses")))
      await makeTable(
        runner,
        "limited_uses",
        { id: { type: "id" }, bucket: { type: "hash", nullable: true }, expiresAt: { type: "big" } },
        [
          { name: "IX_limited_uses_bucket", columns: ["bucket", "expiresAt"] },
          { name: "IX_limited_uses_expires", columns: ["expiresAt"] },
        ],
      );
    if (!(await runner.hasColumn("accounts", "welcomeCredits")))
      await runner.query("ALTER TABLE accounts ADD COLUMN welcomeCredits bigint NULL");
    if (!(await runner.hasColumn("api_keys", "madeUnverified")))
      await runner.query(`ALTER TABLE api_keys ADD COLUMN madeUnverified ${flag} NOT NULL DEFAULT 0`);
    // Which keys of verified accounts are older than that nobody wrote down; those of unverified ones are known.
    await runner.query(
      "UPDATE api_keys SET madeUnverified = 1 WHERE accountId IN (SELECT id FROM accounts WHERE emailVerified = 0)",
    );
  }

  async down(): Promise<void> {
    throw new Error("Migrations go forward only; restore a backup instead.");
  }
}
