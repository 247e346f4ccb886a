import type { UpstreamModel, UpstreamText, UpstreamTranscriber } from "../../kit/upstream/upstream-model.js";

const READ = "2026-11-22";
const VOICES = [
  "alloy",
  "ash",
  "ballad",
  "coral",
  "echo",
  "fable",
  "nova",
  "onyx",
  "sage",
  "shimmer",
  "verse",
];
/** What the image models make of a ratio. */
const SIZES = { "3:2": "1536x1024", "1:1": "1024x1024", "2:3": "1024x1536" };

/** Models of OpenAI. A cent is a credit. */
export const OPENAI_MODELS: readonly UpstreamModel[] = [
  {
    id: "openai-gpt-image-2",
    kind: "image",
    displayName: "GPT Image 2 (OpenAI)",
    providerModelId: "gpt-image-2",
    paidOnly: true,
    pricing: { creditsPerImage: { medium: 7, low: 2, high: 22 } },
    capabilities: {
      kind: "image",
      aspectRatios: ["3:2", "1:1", "2:3"],
      qualities: ["medium", "low", "high"],
      supportsImageReference: true,
      maxImages: 4,
    },
    source: {
      page: "https://developers.openai.com/api/docs/models",
      date: READ,
      assumed:
        "OpenAI bills tokens; the price of an image is what resellers quote for 1024 x 1024, rounded up.",
    },
    inputs: {
      prompt: "prompt",
      numImages: "n",
      quality: "quality",
      aspectRatio: { name: "size", values: SIZES },
    },
    fixed: { output_format: "png" },
  },
  {
    id: "openai-gpt-image-1-mini",
    kind: "image",
    displayName: "GPT Image 1 mini (OpenAI)",
    providerModelId: "gpt-image-1-mini",
    paidOnly: false,
    pricing: { creditsPerImage: { medium: 1.5, low: 0.6, high: 5.2 } },
    capabilities: {
      kind: "image",
      aspectRatios: ["3:2", "1:1", "2:3"],
      qualities: ["medium", "low", "high"],
      supportsImageReference: true,
      maxImages: 4,
    },
    source: {
      page: "https://developers.openai.com/api/docs/models/gpt-image-1-mini",
      date: READ,
      assumed: "The price of the larger sizes counts for all of them. OpenAI calls the model deprecated.",
    },
    inputs: {
      prompt: "prompt",
      numImages: "n",
      quality: "quality",
      aspectRatio: { name: "size", values: SIZES },
    },
    fixed: { output_format: "png" },
  },
  {
    id: "openai-gpt-4o-mini-tts",
    kind: "audio",
    displayName: "GPT-4o mini TTS (OpenAI)",
    providerModelId: "gpt-4o-mini-tts",
    paidOnly: false,
    pricing: { creditsPerThousandChars: 1.5 },
    capabilities: {
      kind: "audio",
      category: "tts",
      voices: VOICES,
      defaultVoice: "alloy",
      supportsLyrics: false,
      supportsInstrumental: false,
      supportsStyleInstructions: true,
    },
    source: {
      page: "https://developers.openai.com/api/docs/models/gpt-4o-mini-tts",
      date: READ,
      assumed: "OpenAI bills about 0.015 $ a minute; a thousand characters are a minute.",
    },
    inputs: { prompt: "input", voice: "voice", styleInstructions: "instructions" },
    fixed: { response_format: "mp3" },
  },
];

/** Text models: what `model` names, and what OpenAI calls it. */
export const OPENAI_TEXT: readonly UpstreamText[] = [
  {
    id: "openai-gpt-5-mini",
    displayName: "GPT-5 mini (OpenAI)",
    providerModelId: "gpt-5-mini",
    /** 0.25 $ and 2 $ a million tokens; https://raw.githubusercontent.com/outl1ne/openai-pricing, read 2026-11-22. */
    creditsPerThousandTokens: { input: 0.025, output: 0.2 },
    maxOutputTokens: 16_384,
  },
];

const TRANSCRIPTION_PAGE = "https://developers.openai.com/api/docs/guides/speech-to-text";

/** Transcribers: one gives the times of words, the other tells voices apart; none of them does both. */
export const OPENAI_TRANSCRIBERS: readonly (UpstreamTranscriber & { source: UpstreamModel["source"] })[] = [
  {
    id: "openai-whisper-1",
    displayName: "Whisper (OpenAI): times of words",
    providerModelId: "whisper-1",
    preference: 20,
    fixed: { response_format: "verbose_json", "timestamp_granularities[]": ["word", "segment"] },
    source: { page: TRANSCRIPTION_PAGE, date: READ },
  },
  {
    id: "openai-gpt-4o-transcribe-diarize",
    displayName: "GPT-4o Transcribe Diarize (OpenAI): speakers",
    providerModelId: "gpt-4o-transcribe-diarize",
    preference: 10,
    fixed: { response_format: "diarized_json", chunking_strategy: "auto" },
    source: { page: TRANSCRIPTION_PAGE, date: READ },
  },
];
