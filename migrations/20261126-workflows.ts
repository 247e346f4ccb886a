import type { MigrationInterface, QueryRunner } from "typeorm";
import { makeTable } from "./make-table.js";

/** Workflows and their runs, and the task that a job's end makes due. May run again after a crash. */
export class Workflows1795665600000 implements MigrationInterface {
  readonly name = "Workflows1795665600000";

  async up(runner: QueryRunner): Promise<void> {
    if (!(await runner.hasColumn("generation_jobs", "wakes"))) {
      const { type } = runner.dataSource.options;
      const ascii = type === "mysql" || type === "mariadb" ? " CHARACTER SET ascii COLLATE ascii_bin" : "";
      await runner.query(`ALTER TABLE generation_jobs ADD COLUMN wakes varchar(64)${ascii} NULL`);
    }
    const make = async (
      name: string,
      columns: Parameters<typeof makeTable>[2],
      indices: Parameters<typeof makeTable>[3] = [],
    ): Promise<void> => {
      if (!(await runner.hasTable(name))) await makeTable(runner, name, columns, indices);
    };
    await make(
      "workflows",
      {
        id: { type: "id" },
        projectId: { type: "id" },
        creatorId: { type: "id" },
        name: { type: "longText" },
        graph: { type: "json" },
        nodeCount: { type: "int" },
        previewStorageId: { type: "id", nullable: true },
        previewKind: { type: "key", nullable: true },
        previewRunAt: { type: "big", nullable: true },
        createdAt: { type: "big" },
        updatedAt: { type: "big" },
        deletedAt: { type: "big", nullable: true },
      },
      [
        { name: "IX_workflows_updated", columns: ["projectId", "updatedAt", "id"] },
        { name: "IX_workflows_created", columns: ["projectId", "createdAt", "id"] },
      ],
    );
    await make(
      "workflow_runs",
      {
        id: { type: "id" },
        workflowId: { type: "id" },
        starterId: { type: "id" },
        starterEmail: { type: "text" },
        payerId: { type: "id" },
        projectId: { type: "id", nullable: true },
        status: { type: "key" },
        reuses: { type: "flag" },
        createdAt: { type: "big" },
        completedAt: { type: "big", nullable: true },
      },
      [
        { name: "IX_workflow_runs_newest", columns: ["workflowId", "createdAt", "id"] },
        { name: "IX_workflow_runs_project", columns: ["projectId", "status"] },
        { name: "IX_workflow_runs_starter", columns: ["starterId", "status"] },
      ],
    );
    await make("workflow_run_graphs", { id: { type: "id" }, graph: { type: "json" } });
    await make(
      "workflow_run_nodes",
      {
        id: { type: "id" },
        runId: { type: "id" },
        place: { type: "int" },
        nodeId: { type: "longText" },
        payerId: { type: "id" },
        status: { type: "key" },
        detail: { type: "longText", nullable: true },
        outputs: { type: "json", nullable: true },
        costCredits: { type: "big", nullable: true },
        contentHash: { type: "hash", nullable: true },
        isCached: { type: "flag" },
        completedAt: { type: "big", nullable: true },
      },
      [
        { name: "IX_workflow_run_nodes_run", columns: ["runId", "place"] },
        { name: "IX_workflow_run_nodes_content", columns: ["payerId", "contentHash"] },
      ],
    );
    await make(
      "workflow_run_steps",
      {
        id: { type: "id" },
        runId: { type: "id" },
        place: { type: "int" },
        kind: { type: "key" },
        status: { type: "key" },
        jobId: { type: "id", nullable: true },
        result: { type: "json", nullable: true },
        costCredits: { type: "big", nullable: true },
        errorMessage: { type: "longText", nullable: true },
        createdAt: { type: "big" },
      },
      [{ name: "IX_workflow_run_steps_run", columns: ["runId", "place"] }],
    );
  }

  /** Forward only. */
  async down(): Promise<void> {
    throw new Error("Migrations go forward only; restore a backup instead.");
  }
}
