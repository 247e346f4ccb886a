import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * Removes the tokens by which a registered OAuth client could be managed: no route takes them, and they had no end. May run
 * again after a crash.
 */
export class RegistrationTokens1795950002200 implements MigrationInterface {
  readonly name = "RegistrationTokens1795950002200";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query("DELETE FROM oauth_records WHERE kind = 'RegistrationAccessToken'");
  }

  async down(): Promise<void> {
    throw new Error("Migrations go forward only; restore a backup instead.");
  }
}
