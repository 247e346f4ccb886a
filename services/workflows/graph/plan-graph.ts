import type { WorkflowGraph, WorkflowGraphNode } from "../../../entities/workflow.js";
import type { WorkflowNode } from "../../../plugins/kit/workflow-node.js";
import { findCycles } from "./find-cycles.js";
import { type Connection, connect, type Source } from "./connect.js";

export interface PlannedNode {
  /** The node's position among the nodes of the graph. */
  place: number;
  node: WorkflowGraphNode;
  /** The node's type; null when no plugin declares it. */
  definition: WorkflowNode | null;
  /** The sources of each input port, in the order of the edges. */
  sources: ReadonlyMap<string, readonly Source[]>;
  /** The places of the nodes whose outputs come in, each once. */
  needs: readonly number[];
  /** The reason why the node cannot run, whatever its inputs bring; null when it can. */
  problem: string | null;
}

/** Finds the type of a graph node; returns null when no plugin declares it. */
export type FindDefinition = (node: WorkflowGraphNode) => WorkflowNode | null;

/** Shortens a name for a message: names have no limit, and a message may quote several for each of many nodes. */
const shown = (name: string): string => (name.length > 100 ? `${name.slice(0, 100)}…` : name);

const unknownType = ({ type, version }: WorkflowGraphNode): string =>
  version === undefined
    ? `Unknown node type "${shown(type)}".`
    : `Unknown node type "${shown(type)}" of version ${shown(JSON.stringify(version))}.`;

/**
 * Plans a graph (rules/workflows 14 to 17): which port feeds which, which nodes wait for which, and which cannot
 * run at all because of unknown types, edges to unknown nodes or ports, too many edges into one port, or cycles.
 */
export function planGraph({ nodes, edges }: WorkflowGraph, find: FindDefinition): PlannedNode[] {
  const places = new Map<string, number>();
  const shared = new Set<string>();
  for (const [place, { id }] of nodes.entries())
    if (places.has(id)) shared.add(id);
    else places.set(id, place);
  const planned = nodes.map((node, place) => {
    const definition = find(node);
    const isShared = shared.has(node.id);
    const unknown = definition === null ? unknownType(node) : null;
    return {
      place,
      node,
      definition,
      sources: new Map<string, Source[]>(),
      needs: new Set<number>(),
      problem: isShared ? "Another node of the graph has the same id." : unknown,
    };
  });
  const connections: Connection[] = [];
  for (const edge of edges) {
    const from = places.get(edge.source);
    const to = places.get(edge.target);
    const [source, target] = [from, to].map((place) => (place === undefined ? undefined : planned[place]));
    if (source === undefined && target !== undefined)
      target.problem ??= `An edge comes from the node ${shown(edge.source)}, which is not there.`;
    if (target === undefined && source !== undefined)
      source.problem ??= `An edge goes to the node ${shown(edge.target)}, which is not there.`;
    if (source === undefined || target === undefined) continue;
    target.needs.add(source.place);
    connections.push({ source, target, sourceHandle: edge.sourceHandle, targetHandle: edge.targetHandle });
  }
  connect(connections);
  const needs = planned.map((each) => [...each.needs]);
  for (const members of findCycles(needs)) {
    const named = members.slice(0, 10).map((place) => shown(nodes[place]?.id ?? ""));
    for (const place of members) {
      const member = planned[place];
      if (member) member.problem ??= `The node is part of a cycle: ${named.join(", ")}.`;
    }
  }
  return planned.map((each, place) => ({ ...each, needs: needs[place] ?? [] }));
}

/**
 * Returns the places in an order in which every node comes after those that it needs; members of cycles are left
 * out.
 */
export function inOrder(planned: readonly PlannedNode[]): number[] {
  const left = planned.map(({ needs }) => needs.length);
  const followers = followersOf(planned);
  const order = planned.filter(({ needs }) => needs.length === 0).map(({ place }) => place);
  for (const place of order)
    for (const next of followers[place] ?? []) {
      left[next] = (left[next] ?? 0) - 1;
      if (left[next] === 0) order.push(next);
    }
  return order;
}

/** Returns for each place the nodes that need it. */
export function followersOf(planned: readonly PlannedNode[]): number[][] {
  const followers: number[][] = planned.map(() => []);
  for (const { place, needs } of planned) for (const need of needs) followers[need]?.push(place);
  return followers;
}
