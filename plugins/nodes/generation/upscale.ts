import { defineNode, type NodeMaterial } from "../../kit/workflow-node.js";
import { MODEL, type ParamPort, requestOf } from "./generation-node.js";

const PORTS = {
  source: {
    types: ["image", "video"],
    isRequired: true,
    setting: "sourceStorageId",
    description: "What to enlarge.",
  },
} as const satisfies Record<string, ParamPort>;

const upscaleRequest = (material: NodeMaterial) => requestOf("upscale", PORTS, material);

export const upscale = defineNode({
  type: "upscale",
  version: 1,
  title: "Upscale",
  description: "Enlarges a picture or a video.",
  inputs: PORTS,
  outputs: { media: { types: ["image", "video"], description: "The larger one." } },
  settings: {
    model: { ...MODEL, model: "upscale" },
    sourceStorageId: { type: "string", description: "A stored picture or video, where none is connected." },
    durationSeconds: {
      type: "number",
      default: 1,
      min: 0,
      description: "Seconds of the video that are enlarged and billed; of a picture it stays 1.",
    },
  },
  costs: async (material) => [{ generation: await upscaleRequest(material) }],
  async run(context) {
    const [media] = await context.generate(await upscaleRequest(context));
    return { media };
  },
});
