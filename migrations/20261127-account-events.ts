import type { MigrationInterface, QueryRunner } from "typeorm";
import { makeTable } from "./make-table.js";

/** What accounts hear of at GET /v1/events. May run again after a crash. */
export class AccountEvents1795780800000 implements MigrationInterface {
  readonly name = "AccountEvents1795780800000";

  async up(runner: QueryRunner): Promise<void> {
    if (!(await runner.hasTable("account_events")))
      await makeTable(
        runner,
        "account_events",
        {
          id: { type: "id" },
          accountId: { type: "id" },
          revision: { type: "big" },
          type: { type: "key" },
          data: { type: "json" },
          createdAt: { type: "big" },
        },
        [
          { name: "IX_account_events_revision", columns: ["accountId", "revision"], unique: true },
          { name: "IX_account_events_created", columns: ["createdAt"] },
        ],
      );
    if (!(await runner.hasTable("account_event_heads")))
      await makeTable(runner, "account_event_heads", { id: { type: "id" }, revision: { type: "big" } });
  }

  /** Forward only. */
  async down(): Promise<void> {
    throw new Error("Migrations go forward only; restore a backup instead.");
  }
}
