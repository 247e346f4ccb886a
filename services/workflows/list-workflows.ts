import type { PageCursor } from "../../contracts/pagination.js";
import type { Host } from "../../runtime/process/host.js";
import { type Piece, readInPieces, readPiece, requireWhole } from "../../runtime/database/read-in-pieces.js";
import { countOfProject, listOfProject, type Sort, type WorkflowRow } from "./workflow.repository.js";

/**
 * Returns a project's workflows without their graphs, in pieces; `total` counts all. Throws `invalid_params` when
 * no limit is given and there are too many for one answer.
 */
export async function listWorkflows(
  host: Pick<Host, "longRead">,
  projectId: string,
  { limit, offset, sort }: { limit?: number | undefined; offset: number; sort: Sort },
): Promise<{ pieces: AsyncIterable<WorkflowRow[]>; total: number }> {
  const total = await countOfProject(host.longRead, projectId);
  requireWhole(total, { limit, offset });
  const list = { ...listOfProject(projectId, sort), limit: limit ?? null, offset };
  return { pieces: readInPieces<WorkflowRow>(host.longRead, list), total };
}

/** Returns one piece of a project's list of workflows; the first piece comes with the total. */
export async function readWorkflowsPiece(
  host: Pick<Host, "longRead">,
  projectId: string,
  { after, offset, sort }: { after: PageCursor | null; offset: number; sort: Sort },
): Promise<Piece<WorkflowRow> & { about: { total: number } | null }> {
  const about = after === null ? { total: await countOfProject(host.longRead, projectId) } : null;
  const list = listOfProject(projectId, sort);
  return { ...(await readPiece<WorkflowRow>(host.longRead, list, { after, offset })), about };
}
