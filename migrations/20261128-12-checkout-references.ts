import type { MigrationInterface, QueryRunner } from "typeorm";
import { addColumn } from "./make-table.js";

/** The gateway's name of a payment link, by which an open link is closed. May run again after a crash. */
export class CheckoutReferences1795950002900 implements MigrationInterface {
  readonly name = "CheckoutReferences1795950002900";

  async up(runner: QueryRunner): Promise<void> {
    if (await runner.hasColumn("checkouts", "reference")) return;
    await addColumn(runner, "checkouts", "reference", "key");
  }

  async down(): Promise<void> {
    throw new Error("Migrations go forward only; restore a backup instead.");
  }
}
