import { defineNode, type NodeValue, textSetting, textsOf } from "../../kit/workflow-node.js";

/** spec: Node result, fan-out. */
const BRANCHES = 12;

export const textSplitter = defineNode({
  type: "textSplitter",
  version: 1,
  title: "Text splitter",
  description:
    "Cuts a text into 1 to 12 parts, one for each branch. Parts are trimmed, and empty ones left out; more than 12 are an error.",
  inputs: {
    text: { types: ["text"], isRequired: true, setting: "text", description: "The text to cut." },
  },
  outputs: {
    branch: { types: ["text"], branches: BRANCHES, description: "The parts in their order." },
  },
  settings: {
    text: { type: "string", description: "The text, where none is connected." },
    separator: { type: "string", default: "\n", description: "What stands between the parts." },
  },
  isPure: true,
  async run({ inputs, settings }) {
    const [text = textSetting(settings, "text")] = textsOf(inputs, "text");
    const separator = textSetting(settings, "separator");
    if (separator === "") throw new Error("data.separator must not be empty.");
    const whole = separator === "\n" ? text.replaceAll("\r\n", "\n") : text;
    const parts = whole
      .split(separator)
      .map((part) => part.trim())
      .filter((part) => part !== "");
    if (parts.length === 0) throw new Error("The text has no parts: it is empty.");
    if (parts.length > BRANCHES)
      throw new Error(`The text has ${parts.length} parts; a text splitter has ${BRANCHES} branches.`);
    return Object.fromEntries(
      parts.map((part, index): [string, NodeValue] => [`branch-${index + 1}`, { type: "text", text: part }]),
    );
  },
});
