import { signMedia } from "../../contracts/storage.js";
import type { WorkflowSummaryView, WorkflowView } from "../../contracts/workflows.js";
import type { Workflow } from "../../entities/workflow.js";
import type { ActionContext } from "../../runtime/actions/context.js";
import type { WorkflowRow } from "./workflow.repository.js";

const iso = (at: number): string => new Date(at).toISOString();

export const presentWorkflow = ({
  id,
  name,
  graph,
  projectId,
  createdAt,
  updatedAt,
}: Workflow): WorkflowView => ({
  id,
  name,
  graph: graph as unknown as WorkflowView["graph"],
  projectId,
  createdAt: iso(createdAt),
  updatedAt: iso(updatedAt),
});

/** Returns the summaries of workflows for lists. Previews are signed in one call; a deleted one is null. */
export async function presentSummaries(
  context: ActionContext,
  rows: readonly WorkflowRow[],
): Promise<WorkflowSummaryView[]> {
  const storageIds = [...new Set(rows.flatMap(({ previewStorageId }) => previewStorageId ?? []))];
  const signed = storageIds.length === 0 ? [] : (await context.call(signMedia, { storageIds })).objects;
  const urls = new Map(signed.map(({ storageId, url }) => [storageId, url]));
  return rows.map(({ id, name, projectId, nodeCount, previewStorageId, previewKind, updatedAt }) => {
    const previewUrl = urls.get(previewStorageId ?? "") ?? null;
    return {
      id,
      name,
      projectId,
      updatedAt: iso(Number(updatedAt)),
      nodeCount,
      previewUrl,
      previewKind: previewUrl === null ? null : previewKind,
    };
  });
}
