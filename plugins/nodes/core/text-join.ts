import { defineNode, MAX_TEXT_BYTES, textSetting, textsOf } from "../../kit/workflow-node.js";

/**
 * Puts texts together. Throws for a text that would be too long before any of it is made, since the separator comes once
 * for each edge (rules/workflows 47). A text has at least as many bytes as characters.
 */
function join(texts: readonly string[], separator: string): string {
  let length = separator.length * Math.max(0, texts.length - 1);
  for (const text of texts) length += text.length;
  if (length > MAX_TEXT_BYTES) throw new Error('The output "text" is longer than 1 MB.');
  return texts.join(separator);
}

export const textJoin = defineNode({
  type: "textJoin",
  version: 1,
  title: "Text join",
  description: "Puts texts together, in the order of their edges.",
  inputs: {
    texts: { types: ["text"], isList: true, isRequired: true, description: "The texts." },
  },
  outputs: { text: { types: ["text"], description: "All of them as one." } },
  settings: {
    separator: { type: "string", default: "\n", description: "What is put between them." },
  },
  isPure: true,
  async run({ inputs, settings }) {
    return {
      text: { type: "text", text: join(textsOf(inputs, "texts"), textSetting(settings, "separator")) },
    };
  },
});
