import type { Workflow } from "../../entities/workflow.js";
import type { Host } from "../../runtime/host.js";
import { type ListRead, readInPieces, requireWhole } from "../../runtime/read-in-pieces.js";

/** A workflow without its graph. */
export type WorkflowRow = Pick<
  Workflow,
  "id" | "name" | "projectId" | "nodeCount" | "previewStorageId" | "previewKind" | "createdAt" | "updatedAt"
>;

const ORDERS: Readonly<Record<"updated" | "created" | "name", ListRead["order"]>> = {
  updated: { by: "updatedAt", as: "updatedAt", goes: "down" },
  created: { by: "createdAt", as: "createdAt", goes: "down" },
  name: { by: "name", as: "name", goes: "up" },
};

/**
 * The workflows of a project without their graphs, in pieces; `total` counts all. Throws `invalid_params` for a list without
 * a limit that has too many.
 */
export async function listWorkflows(
  host: Pick<Host, "longRead">,
  projectId: string,
  { limit, offset, sort }: { limit?: number | undefined; offset: number; sort: keyof typeof ORDERS },
): Promise<{ pieces: AsyncIterable<WorkflowRow[]>; total: number }> {
  const where = "projectId = ? AND deletedAt IS NULL";
  const [counted] = await host.longRead.query<{ count: number }>(
    `SELECT COUNT(*) AS count FROM workflows WHERE ${where}`,
    [projectId],
  );
  const total = Number(counted?.count ?? 0);
  requireWhole(total, { limit, offset });
  const pieces = readInPieces<WorkflowRow>(host.longRead, {
    select:
      "SELECT id, name, projectId, nodeCount, previewStorageId, previewKind, createdAt, updatedAt FROM workflows",
    where,
    parameters: [projectId],
    order: ORDERS[sort],
    id: { by: "id", as: "id" },
    limit: limit ?? null,
    offset,
  });
  return { pieces, total };
}
