import type { WorkflowGraphNode } from "../../../entities/workflow.js";
import type { WorkflowNode } from "../../../plugins/kit/workflow-node.js";
import type { Host } from "../../../runtime/process/host.js";

/** A graph node without a version was saved before its type had a second one. */
const FIRST = 1;

/** The type of a graph node, as the plugins of this process have it now; null when none of them has it. */
export function findNodeType(
  host: Pick<Host, "plugins">,
  { type, version = FIRST }: Pick<WorkflowGraphNode, "type" | "version">,
): WorkflowNode | null {
  if (typeof version !== "number") return null;
  return host.plugins.get("workflowNode", `${type}@${version}`) ?? null;
}
