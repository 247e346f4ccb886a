import type { MigrationInterface, QueryRunner } from "typeorm";

const INDICES = [
  { name: "IX_tasks_due", table: "tasks", columns: "state, queue, runAt, id" },
  { name: "IX_tasks_payer", table: "tasks", columns: "state, queue, payer, runAt, id" },
  {
    name: "IX_ledger_entries_totals",
    table: "ledger_entries",
    columns: "accountId, projectId, kind, actorId, deltaCredits, id",
  },
  {
    name: "IX_webhook_deliveries_status",
    table: "webhook_deliveries",
    columns: "webhookId, status, id",
  },
];

/**
 * What is asked of backlogs and long ledgers is answered from an index. May run again after a crash: a server commits
 * each change by itself.
 */
export class Backlogs1795690000000 implements MigrationInterface {
  readonly name = "Backlogs1795690000000";

  async up(runner: QueryRunner): Promise<void> {
    for (const { name, table, columns } of INDICES) {
      const known = await runner.getTable(table);
      if (known?.indices.some((index) => index.name === name)) continue;
      await runner.query(`CREATE INDEX ${name} ON ${table} (${columns})`);
    }
    const tasks = await runner.getTable("tasks");
    // the new ones answer all that it answered
    if (tasks?.indices.some(({ name }) => name === "IX_tasks_ready"))
      await runner.dropIndex("tasks", "IX_tasks_ready");
  }

  async down(): Promise<void> {
    throw new Error("Migrations go forward only; restore a backup instead.");
  }
}
