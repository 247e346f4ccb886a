import type { Workflow } from "../../entities/workflow.js";
import type { Host } from "../../runtime/host.js";

/** A workflow without its graph. */
export type WorkflowRow = Pick<
  Workflow,
  "id" | "name" | "projectId" | "nodeCount" | "previewStorageId" | "previewKind" | "updatedAt"
>;

const ORDERS = {
  updated: "updatedAt DESC, id DESC",
  created: "createdAt DESC, id DESC",
  name: "name, id",
} as const;

/** The workflows of a project without their graphs; `total` counts all. */
export async function listWorkflows(
  host: Pick<Host, "longRead">,
  projectId: string,
  { limit, offset, sort }: { limit?: number | undefined; offset: number; sort: keyof typeof ORDERS },
): Promise<{ rows: WorkflowRow[]; total: number }> {
  const where = "projectId = ? AND deletedAt IS NULL";
  const page = `LIMIT ${limit ?? Number.MAX_SAFE_INTEGER} OFFSET ${offset}`;
  const [rows, [counted]] = await Promise.all([
    host.longRead.query<WorkflowRow>(
      `SELECT id, name, projectId, nodeCount, previewStorageId, previewKind, updatedAt
        FROM workflows WHERE ${where} ORDER BY ${ORDERS[sort]} ${page}`,
      [projectId],
    ),
    host.longRead.query<{ count: number }>(`SELECT COUNT(*) AS count FROM workflows WHERE ${where}`, [
      projectId,
    ]),
  ]);
  return {
    rows: rows.map((row) => ({ ...row, updatedAt: Number(row.updatedAt) })),
    total: Number(counted?.count ?? 0),
  };
}
