import type { WorkflowGraph, WorkflowGraphNode } from "../../../entities/workflow.js";
import type { WorkflowNode } from "../../../plugins/kit/workflow-node.js";
import { findCycles } from "./find-cycles.js";
import { type Connection, connect } from "./connect.js";

/** Where the value of an input comes from. */
export interface Source {
  /** Place of the node that gives it. */
  place: number;
  /** Its output port. */
  port: string;
  /** The port may stay without a value. */
  isOptional: boolean;
}

export interface PlannedNode {
  /** Where it stands among the nodes of the graph. */
  place: number;
  node: WorkflowGraphNode;
  /** Null: nobody knows the type. */
  definition: WorkflowNode | null;
  /** By input port, in the order of the edges. */
  sources: ReadonlyMap<string, readonly Source[]>;
  /** Places of the nodes before it, each once. */
  needs: readonly number[];
  /** Why it cannot run, whatever its inputs bring. */
  problem: string | null;
}

/** Finds the type of a graph node; null when nobody knows it. */
export type FindDefinition = (node: WorkflowGraphNode) => WorkflowNode | null;

/** Names are as long as their author wants, and a message names several, for each of many nodes. */
const shown = (name: string): string => (name.length > 100 ? `${name.slice(0, 100)}…` : name);

const unknownType = ({ type, version }: WorkflowGraphNode): string =>
  version === undefined
    ? `Unknown node type "${shown(type)}".`
    : `Unknown node type "${shown(type)}" of version ${shown(JSON.stringify(version))}.`;

/**
 * What a graph means (rules/workflows 14 to 17): which port feeds which, who waits for whom, and what cannot run at all: unknown
 * types, edges to unknown nodes or ports, too many edges into one port, cycles.
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

/** The places in an order in which every node comes after those that it needs; members of cycles are left out. */
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

/** By place, the nodes that need it. */
export function followersOf(planned: readonly PlannedNode[]): number[][] {
  const followers: number[][] = planned.map(() => []);
  for (const { place, needs } of planned) for (const need of needs) followers[need]?.push(place);
  return followers;
}
