import { defineNode, textSetting, textsOf } from "../../kit/workflow-node.js";
import { finderOf } from "../../../contracts/find-text.js";
import type { NodeValue } from "../../kit/node-value.js";

/** Several outputs of one node (rules/workflows 19). */
const BRANCHES = 12;

/** The parts, trimmed, without empty ones; it looks no further than one part too many, however long the text is. */
function partsOf(text: string, separator: string): string[] {
  const parts: string[] = [];
  const find = finderOf(separator);
  for (let from = 0; from <= text.length && parts.length <= BRANCHES;) {
    const found = find(text, from);
    const to = found === -1 ? text.length : found;
    // Trimmed, a line has no carriage return at its end either.
    const part = to === from ? "" : text.slice(from, to).trim();
    if (part !== "") parts.push(part);
    from = to + separator.length;
  }
  return parts;
}

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
    const parts = partsOf(text, separator);
    if (parts.length === 0) throw new Error("The text has no parts: it is empty.");
    if (parts.length > BRANCHES)
      throw new Error(`The text has more than ${BRANCHES} parts; a text splitter has ${BRANCHES} branches.`);
    return Object.fromEntries(
      parts.map((part, index): [string, NodeValue] => [`branch-${index + 1}`, { type: "text", text: part }]),
    );
  },
});
