import type { MediaKind } from "../queries.js";
import { freeId } from "../workflows/graph.js";
import type { Graph, GraphNode } from "../workflows/queries.js";

/** From the lowest node to the next one. */
const BELOW = 256;

const typeOf = (kind: MediaKind): string => `${kind}Input`;
const dataOf = ({ data }: GraphNode): Readonly<Record<string, unknown>> =>
  typeof data === "object" && data !== null ? (data as Readonly<Record<string, unknown>>) : {};
const fileOf = (node: GraphNode): string | null => {
  const { storageId } = dataOf(node);
  return typeof storageId === "string" && storageId !== "" ? storageId : null;
};

/** The inputs of a graph that take a kind of file, and what they have. */
export const inputsIn = ({ nodes }: Graph, kind: MediaKind): { id: string; storageId: string | null }[] =>
  nodes.filter(({ type }) => type === typeOf(kind)).map((node) => ({ id: node.id, storageId: fileOf(node) }));

/** The file of an input; null where it has none or is not there. */
export function inputAt({ nodes }: Graph, nodeId: string): string | null {
  const node = nodes.find(({ id }) => id === nodeId);
  return node === undefined ? null : fileOf(node);
}

interface Wanted {
  kind: MediaKind;
  storageId: string;
  /** Null for a new one. */
  nodeId: string | null;
}

/** The graph with the file in an input; `before` is the node as it was, null where there was none. */
export function withInput(
  graph: Graph,
  { kind, storageId, nodeId }: Wanted,
): { graph: Graph; node: string; before: GraphNode | null } {
  const before = graph.nodes.find(({ id, type }) => id === nodeId && type === typeOf(kind)) ?? null;
  if (before !== null)
    return {
      graph: replaced(graph, { ...before, data: { ...dataOf(before), storageId } }),
      node: before.id,
      before,
    };
  const id = freeId(graph.nodes, kind);
  const isFirst = graph.nodes.length === 0;
  const x = isFirst ? 0 : Math.min(...graph.nodes.map((node) => node.x));
  const y = isFirst ? 0 : Math.max(...graph.nodes.map((node) => node.y)) + BELOW;
  const node: GraphNode = { id, type: typeOf(kind), x, y, data: { storageId } };
  return { graph: { ...graph, nodes: [...graph.nodes, node] }, node: id, before: null };
}

/** Whether anything is connected to a node. */
export const isConnected = ({ edges }: Graph, nodeId: string): boolean =>
  edges.some(({ source, target }) => source === nodeId || target === nodeId);

/** The graph with the input as it was before: with its file of then, or without the input where it was new. */
export const inputWithout = (graph: Graph, nodeId: string, before: GraphNode | null): Graph => {
  const node = graph.nodes.find(({ id }) => id === nodeId);
  if (before !== null && node !== undefined)
    return replaced(graph, { ...node, data: { ...dataOf(node), storageId: fileOf(before) ?? "" } });
  return { ...graph, nodes: graph.nodes.filter(({ id }) => id !== nodeId) };
};

const replaced = (graph: Graph, node: GraphNode): Graph => ({
  ...graph,
  nodes: graph.nodes.map((one) => (one.id === node.id ? node : one)),
});
