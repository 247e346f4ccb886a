import { defineNode, textSetting, textsOf } from "../../kit/workflow-node.js";

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
      text: { type: "text", text: textsOf(inputs, "texts").join(textSetting(settings, "separator")) },
    };
  },
});
