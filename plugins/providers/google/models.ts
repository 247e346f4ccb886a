import type { InputLimit } from "../../../contracts/input-limit.js";
import type { UpstreamModel, UpstreamText } from "../../kit/upstream/upstream-model.js";

const READ = "2026-11-22";
const PAGE = "https://ai.google.dev/gemini-api/docs/pricing";
/**
 * Files go within the request, which may have 20 MB with its base64 (ai.google.dev/gemini-api/docs/file-input-methods,
 * image-generation: 14 references); 14 MB of files are 18.7 MB there.
 */
export const GOOGLE_INPUTS: InputLimit = { count: 14, bytes: 14 * 2 ** 20 };
const VEO = {
  kind: "video",
  durations: [4, 6, 8],
  aspectRatios: ["16:9", "9:16"],
  supportsFirstFrame: true,
  supportsLastFrame: true,
  supportsAudioToggle: false,
  maxReferenceImages: 3,
  maxReferenceVideos: 0,
  maxReferenceAudios: 0,
  requiresSourceVideo: false,
  requiresReferenceImage: false,
} as const;

/** Models of the Gemini API. A cent is a credit. */
export const GOOGLE_MODELS: readonly UpstreamModel[] = [
  {
    id: "google-veo-3-1",
    kind: "video",
    displayName: "Veo 3.1 (Google)",
    providerModelId: "veo-3.1-generate-preview",
    paidOnly: true,
    pricing: { creditsPerSecond: { "*": 40 } },
    capabilities: {
      ...VEO,
      durations: [...VEO.durations],
      aspectRatios: [...VEO.aspectRatios],
      resolutions: ["720p", "1080p"],
    },
    source: {
      page: PAGE,
      date: READ,
      assumed: "0.40 $ a second at 720p and 1080p; 1080p and references want 8 s.",
    },
  },
  {
    id: "google-veo-3-1-fast",
    kind: "video",
    displayName: "Veo 3.1 Fast (Google)",
    providerModelId: "veo-3.1-fast-generate-preview",
    paidOnly: true,
    pricing: { creditsPerSecond: { "*": 15 } },
    capabilities: {
      ...VEO,
      durations: [...VEO.durations],
      aspectRatios: [...VEO.aspectRatios],
      resolutions: ["720p", "1080p"],
      maxReferenceImages: 0,
    },
    source: { page: PAGE, date: READ, assumed: "0.15 $ a second at 720p and 1080p." },
  },
  {
    id: "google-gemini-flash-image",
    kind: "image",
    displayName: "Gemini 3.1 Flash Image (Google)",
    providerModelId: "gemini-3.1-flash-image",
    paidOnly: false,
    pricing: { creditsPerImage: { "1K": 7, "2K": 11 } },
    capabilities: {
      kind: "image",
      aspectRatios: ["21:9", "16:9", "3:2", "4:3", "5:4", "1:1", "4:5", "3:4", "2:3", "9:16"],
      resolutions: ["1K", "2K"],
      supportsImageReference: true,
      maxImages: 4,
    },
    source: {
      page: PAGE,
      date: READ,
      assumed: "Google bills tokens of the picture; these are its prices a picture, rounded up.",
    },
  },
];

/** Text models: what `model` names, and what Google calls it. */
export const GOOGLE_TEXT: readonly UpstreamText[] = [
  {
    id: "google-gemini-3-8-flash",
    displayName: "Gemini 3.8 Flash (Google)",
    providerModelId: "gemini-3.8-flash",
    /** 0.75 $ a million tokens in, read 2026-11-22; six times that out is an assumption. */
    creditsPerThousandTokens: { input: 0.075, output: 0.45 },
    maxOutputTokens: 16_384,
  },
];
