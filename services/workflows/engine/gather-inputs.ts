import type { NodeInputs, NodeSettings } from "../../../plugins/kit/workflow-node.js";
import type { PlannedNode } from "../graph/plan-graph.js";
import { NodeFailure, NothingCame } from "./step-refusal.js";
import type { NodeValue, PortType } from "../../../plugins/kit/node-value.js";

/** Returns the value of an output port for an input that takes these types. */
export type UpstreamValue = (
  place: number,
  port: string,
  wanted: readonly PortType[],
) => NodeValue | undefined;

/** The most characters of all texts that come into a node; each text is 1 MB at most. */
const MAX_TEXT = 16 * 1024 * 1024;

/**
 * Returns the values of a node's input ports. Throws NothingCame when an output that may stay empty did, and
 * NodeFailure when another value is absent or of a wrong type, or a required input has neither an edge nor a
 * setting that stands in for it.
 */
export function gatherInputs(
  { definition, sources }: PlannedNode,
  settings: NodeSettings,
  valueOf: UpstreamValue,
): NodeInputs {
  const inputs: Record<string, readonly NodeValue[]> = {};
  let length = 0;
  for (const [port, declared] of Object.entries(definition?.inputs ?? {})) {
    const connected = sources.get(port) ?? [];
    inputs[port] = connected.map((source) => {
      const value = valueOf(source.place, source.port, declared.types);
      if (value === undefined && source.isOptional) throw new NothingCame();
      if (value === undefined)
        throw new NodeFailure(
          `The input "${port}" is missing: the output ${source.port} before it is empty.`,
        );
      if (!declared.types.includes(value.type))
        throw new NodeFailure(
          `The input "${port}" takes ${declared.types.join(" or ")}, and ${value.type} comes in.`,
        );
      length += value.type === "text" ? value.text.length : 0;
      if (length > MAX_TEXT) throw new NodeFailure("The texts that come in are together longer than 16 MB.");
      return value;
    });
    const standsIn = declared.setting === undefined ? undefined : settings[declared.setting];
    const isEmpty =
      standsIn === undefined || standsIn === "" || (Array.isArray(standsIn) && standsIn.length === 0);
    if (declared.isRequired === true && connected.length === 0 && isEmpty)
      throw new NodeFailure(
        `The input "${port}" is missing: connect it${declared.setting === undefined ? "" : `, or set data.${declared.setting}`}.`,
      );
  }
  return inputs;
}
