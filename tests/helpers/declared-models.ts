import type {
  AudioCapabilities,
  Capabilities,
  ImageCapabilities,
  Model,
  Pricing,
  UpscaleCapabilities,
  VideoCapabilities,
} from "../../contracts/models.js";

const ONE_CREDIT: Pricing = { creditsPerRun: 1 };

/** Makes a video model that takes a prompt, a duration and an aspect ratio, and the capabilities in `able`. */
export const videoModel = (able: Partial<VideoCapabilities> = {}, pricing = ONE_CREDIT) =>
  model(pricing, {
    durations: [5, 10],
    aspectRatios: ["16:9", "9:16"],
    supportsFirstFrame: false,
    supportsLastFrame: false,
    supportsAudioToggle: false,
    maxReferenceImages: 0,
    maxReferenceVideos: 0,
    maxReferenceAudios: 0,
    requiresSourceVideo: false,
    requiresReferenceImage: false,
    ...able,
    kind: "video",
  });

/** Makes an image model without reference images, with the capabilities in `able`. */
export const imageModel = (able: Partial<ImageCapabilities> = {}, pricing = ONE_CREDIT) =>
  model(pricing, {
    aspectRatios: ["1:1", "16:9"],
    supportsImageReference: false,
    maxImages: 4,
    ...able,
    kind: "image",
  });

/** Makes an audio model without optional capabilities, except for those in `able`. */
export const audioModel = (
  category: AudioCapabilities["category"],
  able: Partial<AudioCapabilities> = {},
  pricing = ONE_CREDIT,
) =>
  model(pricing, {
    supportsLyrics: false,
    supportsInstrumental: false,
    supportsStyleInstructions: false,
    ...able,
    category,
    kind: "audio",
  });

export const upscaleModel = (
  supportedTypes: UpscaleCapabilities["supportedTypes"] = ["video", "image"],
  pricing = ONE_CREDIT,
) => model(pricing, { kind: "upscale", supportedTypes });

const model = (pricing: Pricing, capabilities: Capabilities): Model => ({
  id: `test-${capabilities.kind}`,
  kind: capabilities.kind,
  displayName: "Test",
  provider: "test",
  providerModelId: "test-1",
  paidOnly: false,
  enabled: true,
  pricing,
  capabilities,
});
