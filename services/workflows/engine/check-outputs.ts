import type { WorkflowNode } from "../../../plugins/kit/workflow-node.js";
import { isUuid } from "../../../contracts/ids.js";
import { outputsOf } from "../graph/connect.js";
import { NodeFailure } from "./step-refusal.js";
import { MAX_TEXT_BYTES, type NodeValue } from "../../../plugins/kit/node-value.js";

/**
 * Returns a node's outputs in the order of its ports. Throws NodeFailure for outputs that its type does not
 * declare.
 */
export function checkOutputs(definition: WorkflowNode, given: unknown): Record<string, NodeValue> {
  if (typeof given !== "object" || given === null)
    throw new NodeFailure(`The node type ${definition.type} gave no outputs.`);
  const values = given as Readonly<Record<string, NodeValue | undefined>>;
  const ports = outputsOf(definition);
  const unknown = Object.keys(values).find((name) => !ports.some((port) => port.name === name));
  if (unknown !== undefined)
    throw new NodeFailure(
      `The node type ${definition.type} gave the output "${unknown}", which it does not declare.`,
    );
  const outputs: Record<string, NodeValue> = {};
  for (const { name, types } of ports) {
    const value = values[name];
    if (value === undefined) continue;
    if (!types.includes(value.type))
      throw new NodeFailure(`The output "${name}" is ${value.type}; declared is ${types.join(" or ")}.`);
    outputs[name] = checked(name, value);
  }
  return outputs;
}

function checked(name: string, value: NodeValue): NodeValue {
  if (value.type === "text") {
    if (typeof value.text !== "string") throw new NodeFailure(`The output "${name}" is no text.`);
    if (Buffer.byteLength(value.text) > MAX_TEXT_BYTES)
      throw new NodeFailure(`The output "${name}" is longer than 1 MB.`);
    return { type: "text", text: value.text };
  }
  if (!isUuid(value.storageId)) throw new NodeFailure(`The output "${name}" names no stored file.`);
  return { type: value.type, storageId: value.storageId.toLowerCase() };
}
