import type { ProviderModel } from "../../kit/model-provider.js";

/** What `local` offers. Each name says what the model really is (rules/models 33). */
export const LOCAL_CANVAS: ProviderModel = {
  id: "local-canvas",
  kind: "image",
  displayName: "Local Canvas (procedural composition, not a neural model)",
  providerModelId: "canvas-1",
  paidOnly: false,
  pricing: { creditsPerImage: { "1K": 2, "2K": 4 } },
  capabilities: {
    kind: "image",
    aspectRatios: ["21:9", "16:9", "3:2", "4:3", "5:4", "1:1", "4:5", "3:4", "2:3", "9:16"],
    resolutions: ["1K", "2K"],
    supportsImageReference: true,
    maxImages: 4,
  },
};

export const LOCAL_UPSCALE: ProviderModel = {
  id: "local-upscale",
  kind: "upscale",
  displayName: "Local Upscale (Lanczos x2, resampling without a neural model)",
  providerModelId: "lanczos3-x2",
  paidOnly: false,
  pricing: { creditsPerRun: 1 },
  capabilities: { kind: "upscale", supportedTypes: ["image"] },
};

export const LOCAL_UPSCALE_SHARP: ProviderModel = {
  id: "local-upscale-sharp",
  kind: "upscale",
  displayName: "Local Upscale Sharp (x2, edge-directed back-projection without a neural model)",
  providerModelId: "back-projection-x2",
  paidOnly: false,
  pricing: { creditsPerRun: 2 },
  capabilities: { kind: "upscale", supportedTypes: ["image"] },
};

export const LOCAL_UPSCALE_VIDEO: ProviderModel = {
  id: "local-upscale-video",
  kind: "upscale",
  displayName: "Local Video Upscale (Lanczos x2, resampling without a neural model)",
  providerModelId: "lanczos-x2-video",
  paidOnly: false,
  pricing: { creditsPerSecond: { "*": 1 } },
  capabilities: { kind: "upscale", supportedTypes: ["video"] },
};

export const LOCAL_MOTION: ProviderModel = {
  id: "local-motion",
  kind: "video",
  displayName: "Local Motion (camera moves, crossfades and titles over pictures, not a neural model)",
  providerModelId: "motion-1",
  paidOnly: false,
  pricing: { creditsPerSecond: { "720p": 1, "480p": 0.5 } },
  capabilities: {
    kind: "video",
    durations: [2, 3, 4, 5, 6, 8, 10],
    resolutions: ["720p", "480p"],
    aspectRatios: ["21:9", "16:9", "4:3", "1:1", "3:4", "9:16"],
    supportsFirstFrame: true,
    supportsLastFrame: true,
    supportsAudioToggle: true,
    maxReferenceImages: 4,
    maxReferenceVideos: 0,
    maxReferenceAudios: 0,
    requiresSourceVideo: false,
    requiresReferenceImage: false,
  },
};

const SOUND = {
  kind: "audio",
  supportsLyrics: false,
  supportsInstrumental: false,
  supportsStyleInstructions: false,
} as const;

export const LOCAL_VOICE: ProviderModel = {
  id: "local-voice",
  kind: "audio",
  displayName: "Local Voice (English, Flite: recorded units without a neural model)",
  providerModelId: "flite",
  paidOnly: false,
  pricing: { creditsPerThousandChars: 2 },
  capabilities: { ...SOUND, category: "tts", voices: ["slt", "rms", "awb", "kal16"], defaultVoice: "slt" },
};

export const LOCAL_MUSIC: ProviderModel = {
  id: "local-music",
  kind: "audio",
  displayName: "Local Music (instrumental, composed by rules without a neural model)",
  providerModelId: "music-1",
  paidOnly: false,
  pricing: { creditsPerSecond: { "*": 0.05 } },
  capabilities: { ...SOUND, category: "music", minSeconds: 5, maxSeconds: 120 },
};

export const LOCAL_SFX: ProviderModel = {
  id: "local-sfx",
  kind: "audio",
  displayName: "Local Sound Effects (synthesised by rules without a neural model)",
  providerModelId: "sfx-1",
  paidOnly: false,
  pricing: { creditsPerRun: 1 },
  capabilities: { ...SOUND, category: "sfx", minSeconds: 0.5, maxSeconds: 30 },
};

export const LOCAL_CLEANUP: ProviderModel = {
  id: "local-cleanup",
  kind: "audio",
  displayName: "Local Voice Clean-up (RNNoise, a small neural network for speech)",
  providerModelId: "rnnoise",
  paidOnly: false,
  pricing: { creditsPerSecond: { "*": 0.05 } },
  capabilities: { ...SOUND, category: "cleanup", minSeconds: 0.1, maxSeconds: 600 },
};

export const localModels: readonly ProviderModel[] = [
  LOCAL_CANVAS,
  LOCAL_MOTION,
  LOCAL_UPSCALE,
  LOCAL_UPSCALE_SHARP,
  LOCAL_UPSCALE_VIDEO,
  LOCAL_VOICE,
  LOCAL_MUSIC,
  LOCAL_SFX,
  LOCAL_CLEANUP,
];
