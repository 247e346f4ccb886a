import { defineNode, type NodeMaterial } from "../../kit/workflow-node.js";
import { choose, MODEL, type ParamPort, requestOf } from "./generation-node.js";

const PORTS = {
  prompt: { types: ["text"], setting: "prompt", description: "What happens." },
  startFrame: { types: ["image"], setting: "startFrameStorageId", description: "The first frame." },
  endFrame: { types: ["image"], setting: "endFrameStorageId", description: "The last frame." },
  source: { types: ["video"], setting: "sourceVideoStorageId", description: "The video to work on." },
  referenceImages: {
    types: ["image"],
    isList: true,
    setting: "referenceImageStorageIds",
    description: "Pictures to go by.",
  },
  referenceVideos: {
    types: ["video"],
    isList: true,
    setting: "referenceVideoStorageIds",
    description: "Videos to go by.",
  },
  referenceAudios: {
    types: ["audio"],
    isList: true,
    setting: "referenceAudioStorageIds",
    description: "Sounds to go by.",
  },
} as const satisfies Record<string, ParamPort>;

const videoRequest = (material: NodeMaterial) =>
  requestOf("video", PORTS, material, (params, { capabilities }) => {
    if (capabilities.kind !== "video") return;
    choose(params, "aspectRatio", capabilities.aspectRatios, "16:9");
    choose(params, "duration", capabilities.durations);
  });

export const generateVideo = defineNode({
  type: "generateVideo",
  version: 1,
  title: "Generate video",
  description: "Makes a video with a video model, which says what of the inputs it takes.",
  inputs: PORTS,
  outputs: { video: { types: ["video"], description: "The video." } },
  settings: {
    model: { ...MODEL, model: "video" },
    prompt: { type: "string", description: "What happens, where no text is connected." },
    duration: { type: "number", min: 0, description: "Seconds; one of the model's, by default its first." },
    aspectRatio: { type: "string", description: "One of the model's; by default 16:9 where it has that." },
    resolution: { type: "string", description: "One of the model's." },
    generateAudio: { type: "boolean", description: "False: a file without sound, where the model can." },
    sourceVideoStorageId: { type: "string", description: "A stored video, where none is connected." },
    startFrameStorageId: { type: "string", description: "A stored picture, where none is connected." },
    endFrameStorageId: { type: "string", description: "A stored picture, where none is connected." },
    referenceImageStorageIds: { type: "strings", description: "Stored pictures, where none are connected." },
    referenceVideoStorageIds: { type: "strings", description: "Stored videos, where none are connected." },
    referenceAudioStorageIds: { type: "strings", description: "Stored sounds, where none are connected." },
  },
  costs: async (material) => [{ generation: await videoRequest(material) }],
  async run(context) {
    const [video] = await context.generate(await videoRequest(context));
    return { video };
  },
});
