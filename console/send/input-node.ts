import type { MediaKind } from "../queries.js";
import { freeId } from "../workflows/graph.js";
import type { Graph, GraphNode } from "../workflows/queries.js";

/** Distance from the lowest node to a new one, in pixels. */
const BELOW = 256;

const typeOf = (kind: MediaKind): string => `${kind}Input`;
const dataOf = ({ data }: GraphNode): Readonly<Record<string, unknown>> =>
  typeof data === "object" && data !== null ? (data as Readonly<Record<string, unknown>>) : {};
const fileOf = (node: GraphNode): string | null => {
  const { storageId } = dataOf(node);
  return typeof storageId === "string" && storageId !== "" ? storageId : null;
};

/** Returns the input nodes of a graph for a kind of file, with their present files. */
export const inputsIn = ({ nodes }: Graph, kind: MediaKind): { id: string; storageId: string | null }[] =>
  nodes.filter(({ type }) => type === typeOf(kind)).map((node) => ({ id: node.id, storageId: fileOf(node) }));

/** Returns the file of an input node; null if the node has none or is missing. */
export function inputAt({ nodes }: Graph, nodeId: string): string | null {
  const node = nodes.find(({ id }) => id === nodeId);
  return node === undefined ? null : fileOf(node);
}

interface Wanted {
  kind: MediaKind;
  storageId: string;
  /** The id of the input node; null for a new one. */
  nodeId: string | null;
}

/** Returns the graph with the file in an input node. `before` is the earlier node, null for a new one. */
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

/** Tells whether a node has an edge. */
export const isConnected = ({ edges }: Graph, nodeId: string): boolean =>
  edges.some(({ source, target }) => source === nodeId || target === nodeId);

/**
 * Returns the graph with the input node as it was before: with its earlier file, or without the node if it
 * was new.
 */
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
