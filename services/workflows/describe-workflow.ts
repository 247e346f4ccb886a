import type { ResultOf } from "../../contracts/contract.js";
import type { describeWorkflow as contract } from "../../contracts/workflows.js";
import type { Workflow, WorkflowGraph } from "../../entities/workflow.js";
import type { Host } from "../../runtime/process/host.js";
import { findNodeType } from "./graph/node-types.js";

/** Returns what an agent has to know to run a workflow. */
export function describeWorkflow(
  host: Pick<Host, "plugins">,
  { id, name, nodeCount, graph }: Workflow,
): ResultOf<typeof contract> {
  return {
    workflow: { id, name, nodeCount },
    nodes: graph.nodes.map((node) => ({ id: node.id, type: node.type })),
    inputNodes: inputNodesOf(host, graph),
  };
}

/** Returns the nodes of a graph that a run may give a value. */
export const inputNodesOf = (
  host: Pick<Host, "plugins">,
  { nodes }: WorkflowGraph,
): ResultOf<typeof contract>["inputNodes"] =>
  nodes.flatMap((node) => {
    const takes = findNodeType(host, node)?.takes;
    if (takes === undefined) return [];
    const { [takes.field]: saved } = (node.data ?? {}) as Readonly<Record<string, unknown>>;
    return {
      nodeId: node.id,
      type: node.type,
      takes: takes.value,
      current: typeof saved === "string" ? saved : null,
    };
  });
