import { defineNode, textSetting } from "../../kit/workflow-node.js";

export const prompt = defineNode({
  type: "prompt",
  version: 1,
  title: "Prompt",
  description: "A text that is written into the workflow, or given to a run.",
  inputs: {},
  outputs: { text: { types: ["text"], description: "The text as it stands." } },
  settings: { text: { type: "string", description: "The text; it must not be empty." } },
  takes: { value: "text", field: "text" },
  isPure: true,
  async run({ settings }) {
    const text = textSetting(settings, "text");
    if (text.trim() === "") throw new Error("The text is missing: set data.text, or give it to the run.");
    return { text: { type: "text", text } };
  },
});
