import { defineNode, type NodeMaterial } from "../../kit/workflow-node.js";
import { MODEL, type ParamPort, requestOf } from "./generation-node.js";

const PORTS = {
  prompt: { types: ["text"], setting: "prompt", description: "What to speak, or what it is to sound like." },
  source: { types: ["audio"], setting: "sourceStorageId", description: "The sound to work on." },
  video: {
    types: ["video"],
    setting: "videoStorageId",
    description: "Dubbing: the video whose sound is the source.",
  },
  lyrics: { types: ["text"], setting: "lyrics", description: "What is sung." },
} as const satisfies Record<string, ParamPort>;

const audioRequest = (material: NodeMaterial) => requestOf("audio", PORTS, material);

export const generateAudio = defineNode({
  type: "generateAudio",
  version: 1,
  title: "Generate audio",
  description: "Makes speech, music or sounds, cleans up or dubs, as the audio model can.",
  inputs: PORTS,
  outputs: { audio: { types: ["audio", "video"], description: "The sound; a dubbed video is a video." } },
  settings: {
    model: { ...MODEL, model: "audio" },
    prompt: { type: "string", description: "The text, where none is connected." },
    voice: { type: "string", description: "One of the model's." },
    lyrics: { type: "string", description: "What is sung, where no text is connected." },
    styleInstructions: { type: "string", description: "How it is to be spoken or played." },
    instrumental: { type: "boolean", description: "Without singing." },
    durationSeconds: {
      type: "number",
      min: 0,
      description: "How long; required for cleanup, which is billed by it.",
    },
    sourceStorageId: { type: "string", description: "A stored sound, where none is connected." },
    videoStorageId: { type: "string", description: "A stored video, where none is connected." },
    targetLanguage: { type: "string", description: "Dubbing: one of the model's languages." },
  },
  costs: async (material) => [{ generation: await audioRequest(material) }],
  async run(context) {
    const [audio] = await context.generate(await audioRequest(context));
    return { audio };
  },
});
