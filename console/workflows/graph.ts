import type { Edge, Node } from "@xyflow/react";
import type { Graph, GraphEdge, GraphNode, NodeType } from "./queries.js";

export type FlowNode = Node<{ raw: GraphNode }, "kiln">;
export type FlowEdge = Edge<{ raw: GraphEdge }>;
export interface Drawn {
  nodes: FlowNode[];
  edges: FlowEdge[];
}
export type Types = ReadonlyMap<string, NodeType>;
export type Output = NodeType["outputs"][number];
export type Input = NodeType["inputs"][number];

/** Returns the node types by the reference of a graph node, `type@version`. */
export const byName = (types: readonly NodeType[]): Types =>
  new Map(types.map((each) => [`${each.type}@${each.version}`, each]));

/** Returns the type of a graph node; undefined if this deployment does not have it. */
export const typeOf = (types: Types, { type, version = 1 }: GraphNode & { version?: unknown }) =>
  types.get(`${type}@${String(version)}`);

/** Returns the newest version of each type, which is the one that the editor adds. */
export const newest = (types: readonly NodeType[]): NodeType[] => [
  ...new Map(types.map((each) => [each.type, each])).values(),
];

export const fits = (out: Output, into: Input): boolean =>
  out.types.some((type) => into.types.includes(type));

/** Converts a graph for the canvas. An edge without ports is drawn between the ports that a run would use. */
export function toFlow(graph: Graph, types: Types, before: readonly FlowNode[] = []): Drawn {
  const known = new Map(before.map((node) => [node.id, node]));
  const nodes = graph.nodes.map((raw): FlowNode => {
    const { measured, selected } = known.get(raw.id) ?? {};
    return {
      id: raw.id,
      type: "kiln",
      position: { x: raw.x, y: raw.y },
      data: { raw },
      ...(measured !== undefined && { measured }),
      ...(selected !== undefined && { selected }),
    };
  });
  return { nodes, edges: drawEdges(graph, types) };
}

function drawEdges({ nodes, edges }: Graph, types: Types): FlowEdge[] {
  const typeById = new Map(nodes.map((node) => [node.id, typeOf(types, node)]));
  const taken = new Set(edges.map(({ target, targetHandle }) => `${target}/${targetHandle ?? ""}`));
  const branches = new Set<string>();
  return edges.map((raw): FlowEdge => {
    const outs = typeById.get(raw.source)?.outputs ?? [];
    const ins = typeById.get(raw.target)?.inputs ?? [];
    const fitting = (
      raw.sourceHandle == null
        ? outs.filter(({ namedOnly }) => !namedOnly)
        : outs.filter(({ name }) => name === raw.sourceHandle)
    ).flatMap((out) =>
      ins
        .filter(
          (into) =>
            (raw.targetHandle == null ? isFree(into, raw.target) : into.name === raw.targetHandle) &&
            fits(out, into),
        )
        .map((into) => ({ out, into })),
    );
    const pair = fitting.find(({ out }) => !branches.has(`${raw.source}/${out.name}`)) ?? fitting[0];
    if (pair !== undefined) {
      taken.add(`${raw.target}/${pair.into.name}`);
      if (isBranch(pair.out)) branches.add(`${raw.source}/${pair.out.name}`);
    }
    return {
      id: raw.id,
      source: raw.source,
      target: raw.target,
      sourceHandle: raw.sourceHandle ?? pair?.out.name ?? outs[0]?.name ?? null,
      targetHandle: raw.targetHandle ?? pair?.into.name ?? ins[0]?.name ?? null,
      data: { raw },
    };
  });
  function isFree({ list, name }: Input, target: string): boolean {
    return list || !taken.has(`${target}/${name}`);
  }
}

const isBranch = ({ name }: Output): boolean => /-\d+$/.test(name);

/** Converts the canvas back to a graph. Properties that the canvas does not know stay unchanged. */
export const toGraph = ({ nodes, edges }: Drawn, rest: Graph): Graph => ({
  ...rest,
  nodes: nodes.map(({ data: { raw }, position: { x, y } }) => ({ ...raw, x, y })),
  edges: edges.map(
    ({ id, source, target, sourceHandle, targetHandle, data }) =>
      data?.raw ?? {
        id,
        source,
        target,
        sourceHandle: sourceHandle ?? null,
        targetHandle: targetHandle ?? null,
      },
  ),
});

interface Wanted {
  source: string;
  target: string;
  sourceHandle?: string | null | undefined;
  targetHandle?: string | null | undefined;
}

/**
 * Tells whether a run would accept the edge: the types fit, the input is free, and the edge closes no circle.
 */
export function canConnect({ nodes, edges }: Drawn, types: Types, wanted: Wanted): boolean {
  const from = nodes.find(({ id }) => id === wanted.source);
  const to = nodes.find(({ id }) => id === wanted.target);
  if (from === undefined || to === undefined || from === to) return false;
  const out = typeOf(types, from.data.raw)?.outputs.find(({ name }) => name === wanted.sourceHandle);
  const into = typeOf(types, to.data.raw)?.inputs.find(({ name }) => name === wanted.targetHandle);
  if (out === undefined || into === undefined || !fits(out, into)) return false;
  const there = edges.filter(({ target, targetHandle }) => target === to.id && targetHandle === into.name);
  if (!into.list && there.length > 0) return false;
  if (there.some(({ source, sourceHandle }) => source === from.id && sourceHandle === out.name)) return false;
  return !leadsTo(edges, to.id, from.id);
}

function leadsTo(edges: readonly FlowEdge[], from: string, to: string): boolean {
  const seen = new Set([from]);
  for (const id of seen) {
    if (id === to) return true;
    for (const edge of edges) if (edge.source === id) seen.add(edge.target);
  }
  return false;
}

/** Returns an id that no other node or edge has. */
export function freeId(taken: readonly { id: string }[], name: string): string {
  const ids = new Set(taken.map(({ id }) => id));
  for (let at = 1; ; at += 1) if (!ids.has(`${name}${at}`)) return `${name}${at}`;
}

export const edgeOf = (
  edges: readonly FlowEdge[],
  { source, target, sourceHandle, targetHandle }: Wanted,
): FlowEdge => {
  const raw = {
    id: freeId(edges, "edge"),
    source,
    target,
    sourceHandle: sourceHandle ?? null,
    targetHandle: targetHandle ?? null,
  };
  return { ...raw, data: { raw } };
};
