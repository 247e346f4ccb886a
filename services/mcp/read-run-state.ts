import type { ResultOf } from "../../contracts/contract.js";
import { ServiceError } from "../../contracts/errors.js";
import { followRun, getRun } from "../../contracts/workflows.js";
import type { ToolCall } from "./tool.js";

/**
 * Reads the state of a run without its results. During an upgrade a node of the release before may be all that hosts
 * workflows: it has no such action, and is asked for the whole run.
 */
export async function readRunState(
  caller: Pick<ToolCall, "call">,
  { id, runId, withNodes = false }: { id: string; runId: string; withNodes?: boolean },
): Promise<ResultOf<typeof followRun>> {
  try {
    return await caller.call(followRun, { id, runId, withNodes });
  } catch (error) {
    if (!(error instanceof ServiceError && error.code === "unavailable")) throw error;
    const { status, createdAt, completedAt, nodeResults } = (await caller.call(getRun, { id, runId })).run;
    const nodes = Object.values(nodeResults);
    const ended = nodes.filter((node) => node.status !== "pending" && node.status !== "running").length;
    return { status, createdAt, completedAt, nodes: withNodes ? { ended, total: nodes.length } : null };
  }
}
