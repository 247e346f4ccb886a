import { defineNode, type NodeMaterial } from "../../kit/workflow-node.js";
import { choose, MODEL, type ParamPort, requestOf } from "./generation-node.js";
import type { NodeValue } from "../../kit/node-value.js";

const MORE = Array.from({ length: 11 }, (_, index) => `image${index + 2}`);

const PORTS = {
  prompt: { types: ["text"], isRequired: true, setting: "prompt", description: "What to show." },
  references: {
    types: ["image"],
    isList: true,
    setting: "referenceStorageIds",
    description: "Pictures to go by, where the model takes them.",
  },
} as const satisfies Record<string, ParamPort>;

const imageRequest = (material: NodeMaterial) =>
  requestOf("image", PORTS, material, (params, { capabilities }) => {
    if (capabilities.kind === "image") choose(params, "aspectRatio", capabilities.aspectRatios, "1:1");
  });

export const generateImage = defineNode({
  type: "generateImage",
  version: 1,
  title: "Generate image",
  description: "Makes pictures with an image model.",
  inputs: PORTS,
  outputs: {
    image: { types: ["image"], description: "The first picture." },
    ...Object.fromEntries(
      MORE.map((name, index) => [
        name,
        {
          types: ["image" as const],
          isNamedOnly: true,
          description: `Picture ${index + 2}, where numImages asks for it.`,
        },
      ]),
    ),
  },
  settings: {
    model: { ...MODEL, model: "image" },
    prompt: { type: "string", description: "What to show, where no text is connected." },
    aspectRatio: { type: "string", description: "One of the model's; by default 1:1 where it has that." },
    numImages: { type: "number", default: 1, min: 1, max: 12, description: "How many pictures." },
    resolution: { type: "string", description: "One of the model's." },
    quality: { type: "string", description: "One of the model's." },
    referenceStorageIds: {
      type: "strings",
      description: "Stored pictures to go by, where none are connected.",
    },
  },
  costs: async (material) => [{ generation: await imageRequest(material) }],
  async run(context) {
    const pictures = await context.generate(await imageRequest(context));
    const names = ["image", ...MORE];
    return Object.fromEntries(
      pictures.flatMap((picture, index): [string, NodeValue][] => {
        const { [index]: name } = names;
        return name === undefined ? [] : [[name, picture]];
      }),
    );
  },
});
