import type { UpstreamModel } from "../../kit/upstream/upstream-model.js";

const READ = "2026-11-22";
const VIDEO = {
  kind: "video",
  supportsFirstFrame: true,
  supportsLastFrame: false,
  supportsAudioToggle: false,
  maxReferenceImages: 0,
  maxReferenceVideos: 0,
  maxReferenceAudios: 0,
  requiresSourceVideo: false,
  requiresReferenceImage: false,
} as const;

/** Endpoints of fal. Prices are fal's own in credits: a cent is a credit. */
export const FAL_MODELS: readonly UpstreamModel[] = [
  {
    id: "fal-flux-dev",
    kind: "image",
    displayName: "FLUX.1 [dev] (fal)",
    providerModelId: "fal-ai/flux/dev",
    paidOnly: false,
    pricing: { creditsPerImage: { "*": 2.5 } },
    capabilities: {
      kind: "image",
      aspectRatios: ["16:9", "4:3", "1:1", "3:4", "9:16"],
      supportsImageReference: false,
      maxImages: 4,
    },
    source: {
      page: "https://fal.ai/models/fal-ai/flux/dev",
      date: READ,
      assumed: "0.025 $ a megapixel as a flat price: every ratio here is of one megapixel or less.",
    },
    inputs: {
      prompt: "prompt",
      numImages: "num_images",
      aspectRatio: {
        name: "image_size",
        values: {
          "16:9": "landscape_16_9",
          "4:3": "landscape_4_3",
          "1:1": "square_hd",
          "3:4": "portrait_4_3",
          "9:16": "portrait_16_9",
        },
      },
    },
  },
  {
    id: "fal-wan-2-5",
    kind: "video",
    displayName: "Wan 2.5 with sound (fal)",
    providerModelId: "fal-ai/wan-25-preview/text-to-video",
    paidOnly: false,
    pricing: { creditsPerSecond: { "480p": 5, "720p": 10, "1080p": 15 } },
    capabilities: {
      ...VIDEO,
      durations: [5, 10],
      resolutions: ["480p", "720p", "1080p"],
      aspectRatios: ["16:9", "1:1", "9:16"],
    },
    source: {
      page: "https://inference.sh/apps/falai.md",
      date: READ,
      assumed:
        "Read at a reseller that passes fal's prices on; durations and ratios are as of the model's release.",
    },
    inputs: {
      prompt: "prompt",
      aspectRatio: "aspect_ratio",
      resolution: "resolution",
      duration: { name: "duration", form: "text" },
      startFrameStorageId: "image_url",
    },
    endpoints: { startFrameStorageId: "fal-ai/wan-25-preview/image-to-video" },
  },
  {
    id: "fal-veo-3-1-fast",
    kind: "video",
    displayName: "Veo 3.1 Fast (fal)",
    providerModelId: "fal-ai/veo3.1/fast",
    paidOnly: true,
    pricing: { creditsPerSecond: { "*": 15 } },
    capabilities: {
      ...VIDEO,
      durations: [4, 6, 8],
      resolutions: ["720p", "1080p"],
      aspectRatios: ["16:9", "9:16"],
      supportsAudioToggle: true,
    },
    source: {
      page: "https://fal.ai/models/fal-ai/veo3.1/fast",
      date: READ,
      assumed: "0.15 $ a second with sound; without sound fal bills less, and Kiln the same.",
    },
    inputs: {
      prompt: "prompt",
      aspectRatio: "aspect_ratio",
      resolution: "resolution",
      duration: { name: "duration", form: "seconds" },
      generateAudio: "generate_audio",
      startFrameStorageId: "image_url",
    },
    endpoints: { startFrameStorageId: "fal-ai/veo3.1/fast/image-to-video" },
  },
];
