import type { MigrationInterface, QueryRunner } from "typeorm";
import { addColumn, makeTable } from "./make-table.js";

const RUNS = "workflow_runs";
const INDEX = "IX_workflow_runs_removable";
const USAGE = "workflow_run_usage";

/** How much an account's runs store, and which of them may go. Runs that are there are not counted. May run again after a crash. */
export class RunRoom1795950002300 implements MigrationInterface {
  readonly name = "RunRoom1795950002300";

  async up(runner: QueryRunner): Promise<void> {
    for (const column of ["storedBytes", "removableFrom"])
      if (!(await runner.hasColumn(RUNS, column))) await addColumn(runner, RUNS, column, "big");
    const table = await runner.getTable(RUNS);
    if (table?.indices.some(({ name }) => name === INDEX) !== true)
      await runner.query(`CREATE INDEX ${INDEX} ON ${RUNS} (starterId, removableFrom, storedBytes)`);
    if (await runner.hasTable(USAGE)) return;
    await makeTable(runner, USAGE, { id: { type: "id" }, storedBytes: { type: "big" } }, [
      { name: "IX_workflow_run_usage_bytes", columns: ["storedBytes"] },
    ]);
  }

  async down(): Promise<void> {
    throw new Error("Migrations go forward only; restore a backup instead.");
  }
}
