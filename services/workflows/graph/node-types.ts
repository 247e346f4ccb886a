import type { WorkflowGraphNode } from "../../../entities/workflow.js";
import type { WorkflowNode } from "../../../plugins/kit/workflow-node.js";
import type { Host } from "../../../runtime/process/host.js";

/** The version of a graph node that names none: it was saved before its type had a second version. */
const FIRST = 1;

/** Returns the type of a graph node from the plugins of this process; null when none declares it. */
export function findNodeType(
  host: Pick<Host, "plugins">,
  { type, version = FIRST }: Pick<WorkflowGraphNode, "type" | "version">,
): WorkflowNode | null {
  if (typeof version !== "number") return null;
  return host.plugins.get("workflowNode", `${type}@${version}`) ?? null;
}
