import {
  defineNode,
  idsOf,
  type NodeMaterial,
  textSetting,
  type TranscriptionRequest,
} from "../../kit/workflow-node.js";

function requestOf({ inputs, settings }: NodeMaterial): TranscriptionRequest {
  const [storageId = textSetting(settings, "storageId").toLowerCase()] = idsOf(inputs, "source");
  const { durationSeconds } = settings;
  if (typeof durationSeconds !== "number" || durationSeconds <= 0)
    throw new Error("The duration is missing: set data.durationSeconds to the seconds to transcribe.");
  return { storageId, durationSeconds, language: textSetting(settings, "language") || null };
}

export const transcribe = defineNode({
  type: "transcribe",
  version: 1,
  title: "Transcribe",
  description: "Writes down what is said in a sound or a video, billed by the declared duration.",
  inputs: {
    source: {
      types: ["audio", "video"],
      isRequired: true,
      setting: "storageId",
      description: "The sound or video.",
    },
  },
  outputs: {
    text: { types: ["text"], description: "What is said." },
    subtitles: { types: ["text"], isNamedOnly: true, description: "The same with times, as SubRip (srt)." },
  },
  settings: {
    storageId: { type: "string", description: "A stored sound or video, where none is connected." },
    durationSeconds: {
      type: "number",
      min: 0.1,
      description: "Seconds that are transcribed and billed, from the beginning; required.",
    },
    language: {
      type: "string",
      description: "What is spoken, as BCP-47 (`en`, `pt-BR`); left out, it is detected.",
    },
  },
  costs: async (material) => [{ transcription: requestOf(material) }],
  async run(context) {
    const { text, subtitles } = await context.transcribe(requestOf(context));
    return { text: { type: "text", text }, subtitles: { type: "text", text: subtitles } };
  },
});
