import { defineNode } from "../../kit/workflow-node.js";
import { type NodeValue, PORT_TYPES } from "../../kit/node-value.js";

const SHOWN = 12;

export const output = defineNode({
  type: "output",
  version: 1,
  title: "Output",
  description:
    "Shows results of the run: what comes in goes out, up to 12 values in the order of their edges.",
  inputs: {
    value: { types: PORT_TYPES, isList: true, isRequired: true, description: "What to show." },
  },
  outputs: {
    value: {
      types: PORT_TYPES,
      branches: SHOWN,
      description: "The values; the first one is the node's output.",
    },
  },
  settings: {},
  isPure: true,
  async run({ inputs }) {
    const values = inputs.value ?? [];
    if (values.length > SHOWN) throw new Error(`${values.length} values come in; an output shows ${SHOWN}.`);
    return Object.fromEntries(
      values.map((value, index): [string, NodeValue] => [`value-${index + 1}`, value]),
    );
  },
});
