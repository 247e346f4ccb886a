import type { Place } from "../../contracts/pagination.js";
import type { Workflow } from "../../entities/workflow.js";
import type { Host } from "../../runtime/process/host.js";
import {
  type ListRead,
  type Piece,
  readInPieces,
  readPiece,
  requireWhole,
} from "../../runtime/database/read-in-pieces.js";

/** A workflow without its graph. */
export type WorkflowRow = Pick<
  Workflow,
  "id" | "name" | "projectId" | "nodeCount" | "previewStorageId" | "previewKind" | "createdAt" | "updatedAt"
>;

const WHERE = "projectId = ? AND deletedAt IS NULL";

const ORDERS: Readonly<Record<"updated" | "created" | "name", ListRead["order"]>> = {
  updated: { by: "updatedAt", as: "updatedAt", goes: "down" },
  created: { by: "createdAt", as: "createdAt", goes: "down" },
  name: { by: "name", as: "name", goes: "up" },
};

type Sort = keyof typeof ORDERS;

const readOf = (projectId: string, sort: Sort) => ({
  select:
    "SELECT id, name, projectId, nodeCount, previewStorageId, previewKind, createdAt, updatedAt FROM workflows",
  where: WHERE,
  parameters: [projectId],
  order: ORDERS[sort],
  id: { by: "id", as: "id" },
});

async function countWorkflows({ longRead }: Pick<Host, "longRead">, projectId: string): Promise<number> {
  const sql = `SELECT COUNT(*) AS count FROM workflows WHERE ${WHERE}`;
  const [counted] = await longRead.query<{ count: number }>(sql, [projectId]);
  return Number(counted?.count ?? 0);
}

/**
 * The workflows of a project without their graphs, in pieces; `total` counts all. Throws `invalid_params` for a list without
 * a limit that has too many for one answer.
 */
export async function listWorkflows(
  host: Pick<Host, "longRead">,
  projectId: string,
  { limit, offset, sort }: { limit?: number | undefined; offset: number; sort: Sort },
): Promise<{ pieces: AsyncIterable<WorkflowRow[]>; total: number }> {
  const total = await countWorkflows(host, projectId);
  requireWhole(total, { limit, offset });
  const list = { ...readOf(projectId, sort), limit: limit ?? null, offset };
  return { pieces: readInPieces<WorkflowRow>(host.longRead, list), total };
}

/** Some of them; the first piece tells the total. */
export async function readWorkflowsPiece(
  host: Pick<Host, "longRead">,
  projectId: string,
  { after, offset, sort }: { after: Place | null; offset: number; sort: Sort },
): Promise<Piece<WorkflowRow> & { about: { total: number } | null }> {
  const about = after === null ? { total: await countWorkflows(host, projectId) } : null;
  const list = readOf(projectId, sort);
  return { ...(await readPiece<WorkflowRow>(host.longRead, list, { after, offset })), about };
}
