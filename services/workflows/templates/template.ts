import type { WorkflowGraph, WorkflowGraphNode } from "../../../entities/workflow.js";

/** A ready workflow that a user copies. */
export interface Template {
  id: string;
  name: string;
  description: string;
  /** The providers that a deployment needs apart from the models that the nodes name. */
  needs: readonly ("textModel" | "transcriber")[];
  graph: WorkflowGraph;
}

type Drawn = readonly [id: string, type: string, data?: Readonly<Record<string, unknown>>];

const COLUMN = 280;
const ROW = 180;

/** Builds a graph from columns of nodes, and arrows such as `a>b` or `a:branch-1>b:prompt`. */
export function draw(columns: readonly (readonly Drawn[])[], arrows: readonly string[]): WorkflowGraph {
  const nodes = columns.flatMap((column, x) =>
    column.map(([id, type, data = {}], y): WorkflowGraphNode => ({
      id,
      type,
      x: x * COLUMN,
      y: y * ROW,
      data,
    })),
  );
  const edges = arrows.map((arrow, index) => {
    const [from = "", to = ""] = arrow.split(">");
    const [source = "", sourceHandle = null] = from.split(":");
    const [target = "", targetHandle = null] = to.split(":");
    return { id: `e${index + 1}`, source, target, sourceHandle, targetHandle };
  });
  return { nodes, edges };
}
