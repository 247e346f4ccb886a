import type { WorkflowNode } from "../../../plugins/kit/workflow-node.js";
import type { PortType } from "../../../plugins/kit/node-value.js";

/** The output port that feeds an input. */
export interface Source {
  /** The place of the node that gives the value. */
  place: number;
  /** The output port of that node. */
  port: string;
  /** True for an output port that may stay without a value. */
  isOptional: boolean;
}

/** A node while the graph is planned. */
interface Connected {
  place: number;
  definition: WorkflowNode | null;
  sources: Map<string, Source[]>;
  problem: string | null;
}

export interface Connection {
  source: Connected;
  target: Connected;
  sourceHandle: string | null | undefined;
  targetHandle: string | null | undefined;
}

interface Port {
  name: string;
  types: readonly PortType[];
}

interface Out extends Port {
  isBranch: boolean;
  isNamedOnly: boolean;
  isOptional: boolean;
}

interface In extends Port {
  isList: boolean;
}

/** Returns the output ports of a type, each branch as a port of its own. */
export function outputsOf({ outputs }: WorkflowNode): Out[] {
  return Object.entries(outputs).flatMap(
    ([name, { types, branches, isNamedOnly = false, isOptional = false }]): Out[] =>
      branches === undefined
        ? [{ name, types, isBranch: false, isNamedOnly, isOptional }]
        : Array.from({ length: branches }, (_, index) => ({
            name: `${name}-${index + 1}`,
            types,
            isBranch: true,
            isNamedOnly,
            isOptional,
          })),
  );
}

const inputsOf = ({ inputs }: WorkflowNode): In[] =>
  Object.entries(inputs).map(([name, { types, isList = false }]) => ({ name, types, isList }));

const fits = (out: Port, into: Port): boolean => out.types.some((type) => into.types.includes(type));

/**
 * Connects edges to ports, in their order (rules/workflows 15 and 16): a handle names a port, and a null handle means the
 * first free port of a fitting type. An input that any edge names, even a later one, is not free. An output feeds any
 * number of edges, so it is always free; branches are taken one after the other. An edge that does not fit becomes the
 * problem of the node that it goes into.
 */
export function connect(connections: readonly Connection[]): void {
  const ports = new Map<WorkflowNode, { outs: Out[]; ins: In[] }>();
  const portsOf = (definition: WorkflowNode) => {
    const known = ports.get(definition) ?? { outs: outputsOf(definition), ins: inputsOf(definition) };
    ports.set(definition, known);
    return known;
  };
  const takenBranches = new Set<string>();
  const claimed = namedInputs(connections);
  for (const { source, target, sourceHandle = null, targetHandle = null } of connections) {
    // A node of an unknown type has a problem already, and the nodes that depend on it are skipped.
    if (source.definition === null || target.definition === null) continue;
    const { outs: all } = portsOf(source.definition);
    const { ins } = portsOf(target.definition);
    const named = all.filter(({ name }) => name === sourceHandle);
    const isTaken = ({ name, isBranch }: Out) => isBranch && takenBranches.has(`${source.place}/${name}`);
    const unnamed = all.filter(({ isNamedOnly }) => !isNamedOnly);
    const outs =
      sourceHandle === null ? [...unnamed.filter((out) => !isTaken(out)), ...unnamed.filter(isTaken)] : named;
    const into = targetHandle === null ? ins : ins.filter(({ name }) => name === targetHandle);
    const problem = problemOf({
      outs,
      into,
      source: source.definition,
      target: target.definition,
      sourceHandle,
      targetHandle,
    });
    if (problem !== null) {
      target.problem ??= problem;
      continue;
    }
    const pairs = outs.flatMap((out) =>
      into.filter((port) => fits(out, port)).map((port) => ({ out, port })),
    );
    const free = pairs.find(
      ({ port: { isList, name } }) =>
        isList ||
        (!target.sources.has(name) && (targetHandle !== null || !claimed.has(`${target.place}/${name}`))),
    );
    if (free === undefined) {
      const full = pairs[0]?.port.name ?? "";
      target.problem ??= `The input "${full}" takes one edge, and several go into it.`;
      continue;
    }
    if (free.out.isBranch) takenBranches.add(`${source.place}/${free.out.name}`);
    const sources = target.sources.get(free.port.name) ?? [];
    sources.push({ place: source.place, port: free.out.name, isOptional: free.out.isOptional });
    target.sources.set(free.port.name, sources);
  }
}

/** Returns the inputs that edges name, as `place/port`. An edge that names no input cannot take them. */
const namedInputs = (connections: readonly Connection[]): ReadonlySet<string> =>
  new Set(
    connections.flatMap(({ target, targetHandle = null }) =>
      targetHandle === null ? [] : [`${target.place}/${targetHandle}`],
    ),
  );

interface Attempt {
  outs: readonly Out[];
  into: readonly In[];
  source: WorkflowNode;
  target: WorkflowNode;
  sourceHandle: string | null;
  targetHandle: string | null;
}

const listed = (names: readonly string[]) =>
  names.length === 0 ? "it has none" : `it has ${names.join(", ")}`;

function problemOf({ outs, into, source, target, sourceHandle, targetHandle }: Attempt): string | null {
  if (outs.length === 0)
    return `An edge comes from the output "${(sourceHandle ?? "").slice(0, 100)}" of a ${source.type} node; ${listed(outputsOf(source).map(({ name }) => name))}.`;
  if (into.length === 0)
    return `An edge goes into the input "${(targetHandle ?? "").slice(0, 100)}"; ${listed(Object.keys(target.inputs))}.`;
  if (outs.some((out) => into.some((port) => fits(out, port)))) return null;
  const given = [...new Set(outs.flatMap(({ types }) => types))].join(" or ");
  const taken = [...new Set(into.flatMap(({ types }) => types))].join(" or ");
  return `An edge brings ${given} from a ${source.type} node where ${taken} is taken.`;
}
