import { ELEVENLABS_MODELS, ELEVENLABS_TRANSCRIBERS } from "./plugins/providers/elevenlabs/models.js";
import { FAL_MODELS } from "./plugins/providers/fal/models.js";
import { GOOGLE_MODELS, GOOGLE_TEXT } from "./plugins/providers/google/models.js";
import { localModels } from "./plugins/providers/local/models.js";
import { mockModels } from "./plugins/providers/mock/models/index.js";
import { OPENAI_MODELS, OPENAI_TEXT, OPENAI_TRANSCRIBERS } from "./plugins/providers/openai/models.js";
import { REPLICATE_MODELS } from "./plugins/providers/replicate/models.js";
import type { Known } from "./runtime/plugins/models-dir/models-dir.js";

/** What the providers that come with Kiln have, so that a file of MODELS_DIR is checked also where their keys are missing. */
export const BUILT_IN_MODELS: Readonly<Record<string, Known>> = {
  local: { models: localModels, adds: [] },
  mock: { models: mockModels, adds: [] },
  fal: { models: FAL_MODELS, adds: ["media"] },
  replicate: { models: REPLICATE_MODELS, adds: ["media"] },
  openai: {
    models: OPENAI_MODELS,
    text: OPENAI_TEXT,
    transcription: OPENAI_TRANSCRIBERS,
    adds: ["media", "text", "transcription"],
  },
  elevenlabs: {
    models: ELEVENLABS_MODELS,
    transcription: ELEVENLABS_TRANSCRIBERS,
    adds: ["media", "transcription"],
  },
  google: { models: GOOGLE_MODELS, text: GOOGLE_TEXT, adds: ["media", "text"] },
  "openai-compatible": { models: [], adds: ["media", "text", "transcription"] },
  comfyui: { models: [], adds: ["media"], needsGraph: true },
};
