import {
  defineNode,
  type NodeMaterial,
  type TextStepRequest,
  textSetting,
  textsOf,
} from "../../kit/workflow-node.js";

const INSTRUCTIONS =
  "You write one text of a media workflow. Do what the instruction says with the material that follows it, and answer with nothing but the text.";

function requestOf({ inputs, settings }: NodeMaterial): TextStepRequest {
  const [instruction = textSetting(settings, "instruction")] = textsOf(inputs, "instruction");
  const prompt = [instruction, ...textsOf(inputs, "text")].filter((text) => text.trim() !== "").join("\n\n");
  if (prompt === "")
    throw new Error(
      "There is nothing to write about: set data.instruction, connect a text, or give one to the run.",
    );
  return {
    model: textSetting(settings, "model"),
    instructions: INSTRUCTIONS,
    prompt,
    maxOutputTokens: Number(settings.maxOutputTokens),
  };
}

export const generateText = defineNode({
  type: "generateText",
  version: 1,
  title: "Generate text",
  description: "Writes a text with a text model, billed by the tokens that it used.",
  inputs: {
    text: {
      types: ["text"],
      isList: true,
      description: "Material, put behind the instruction in the order of the edges.",
    },
    instruction: { types: ["text"], setting: "instruction", description: "What to write." },
  },
  outputs: { text: { types: ["text"], description: "The text." } },
  settings: {
    instruction: { type: "string", description: "What to write; may be empty when a text is connected." },
    model: {
      type: "string",
      default: "auto",
      description: "A text model's id; `auto` leaves the choice to Kiln.",
    },
    maxOutputTokens: {
      type: "number",
      default: 2000,
      min: 1,
      max: 100_000,
      description: "How long the text may be; what this many tokens cost is held while it is written.",
    },
  },
  takes: { value: "text", field: "instruction" },
  costs: async (material) => [{ text: requestOf(material) }],
  async run(context) {
    return { text: { type: "text", text: await context.text(requestOf(context)) } };
  },
});
