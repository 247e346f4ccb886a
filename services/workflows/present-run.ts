import { signMedia } from "../../contracts/storage.js";
import type { NodeResultView, PortValueView, WorkflowRunView } from "../../contracts/workflows.js";
import type { WorkflowRun } from "../../entities/workflow-run.js";
import type { WorkflowRunNode } from "../../entities/workflow-run-node.js";
import type { ActionContext } from "../../runtime/actions/context.js";
import type { Host } from "../../runtime/process/host.js";
import { findNodesOfRuns } from "./run-node.repository.js";
import type { NodeValue } from "../../plugins/kit/node-value.js";

export const iso = (at: number): string => new Date(at).toISOString();

/** Returns the public shapes of runs with the results of their nodes. All media URLs are signed anew, in one call. */
export async function presentRuns(
  host: Pick<Host, "read">,
  context: ActionContext,
  runs: readonly WorkflowRun[],
): Promise<WorkflowRunView[]> {
  if (runs.length === 0) return [];
  const nodes = await findNodesOfRuns(
    host.read,
    runs.map(({ id }) => id),
  );
  const storageIds = new Set(nodes.flatMap(({ outputs }) => Object.values(outputs ?? {}).flatMap(idOf)));
  const signed =
    storageIds.size === 0 ? [] : (await context.call(signMedia, { storageIds: [...storageIds] })).objects;
  const urls = new Map(signed.map(({ storageId, url }) => [storageId, url]));
  const byRun = Map.groupBy(nodes, ({ runId }) => runId);
  return runs.map((run) => ({
    id: run.id,
    workflowId: run.workflowId,
    status: run.status,
    nodeResults: presentNodes(byRun.get(run.id) ?? [], urls),
    userId: run.starterId,
    createdAt: iso(run.createdAt),
    completedAt: run.completedAt === null ? null : iso(run.completedAt),
  }));
}

export async function presentRun(
  host: Pick<Host, "read">,
  context: ActionContext,
  run: WorkflowRun,
): Promise<WorkflowRunView> {
  const [view] = await presentRuns(host, context, [run]);
  if (view === undefined) throw new Error("A run was not presented.");
  return view;
}

const idOf = (value: NodeValue): string[] => (value.type === "text" ? [] : [value.storageId]);

/** Returns the results of a run's nodes by id. When several nodes have the same id, the first one is shown. */
function presentNodes(
  nodes: readonly WorkflowRunNode[],
  urls: ReadonlyMap<string, string>,
): Record<string, NodeResultView> {
  const results = new Map<string, NodeResultView>();
  for (const node of nodes) if (!results.has(node.nodeId)) results.set(node.nodeId, presentNode(node, urls));
  return Object.fromEntries(results);
}

function presentNode(node: WorkflowRunNode, urls: ReadonlyMap<string, string>): NodeResultView {
  // Media that were deleted are left out of the results.
  const outputs = Object.entries(node.outputs ?? {}).flatMap(([port, value]): [string, PortValueView][] => {
    if (value.type === "text") return [[port, { type: "text", value: value.text }]];
    const url = urls.get(value.storageId);
    return url === undefined ? [] : [[port, { type: value.type, value: url, storageId: value.storageId }]];
  });
  const [primary] = outputs;
  const { progressThousandths: told } = node;
  return {
    status: node.status,
    ...(node.status === "running" && told !== null && { progress: told / 1000 }),
    ...(node.detail !== null && { detail: node.detail }),
    ...(primary !== undefined && { output: primary[1], outputs: Object.fromEntries(outputs) }),
    ...(node.costCredits !== null && { costCredits: node.costCredits }),
    ...(node.isCached && { cached: true }),
  };
}
