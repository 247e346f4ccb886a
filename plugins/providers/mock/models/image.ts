import type { ProviderModel } from "../../../kit/model-provider.js";

const free = { kind: "image", paidOnly: false } as const;
const plain = {
  kind: "image",
  aspectRatios: ["16:9", "1:1", "9:16"],
  supportsImageReference: true,
  maxImages: 4,
} satisfies ProviderModel["capabilities"];
const RATIOS = ["21:9", "16:9", "4:3", "1:1", "3:4", "9:16"];
const RESOLUTIONS = ["1K", "2K", "4K"];
const QUALITIES = ["low", "medium", "high"];

export const imageModels: readonly ProviderModel[] = [
  {
    ...free,
    id: "mock-image",
    displayName: "Mock image",
    providerModelId: "mock/image",
    pricing: { creditsPerImage: { "*": 4 } },
    capabilities: plain,
  },
  {
    ...free,
    id: "mock-image-text",
    displayName: "Mock image, from text only, one at a time",
    providerModelId: "mock/image-text",
    pricing: { creditsPerImage: { "*": 2 } },
    capabilities: { ...plain, aspectRatios: RATIOS, supportsImageReference: false, maxImages: 1 },
  },
  {
    ...free,
    id: "mock-image-resolutions",
    displayName: "Mock image, priced by resolution",
    providerModelId: "mock/image-resolutions",
    pricing: { creditsPerImage: { "1K": 4, "2K": 6, "4K": 12 } },
    capabilities: { ...plain, aspectRatios: RATIOS, resolutions: RESOLUTIONS },
  },
  {
    ...free,
    id: "mock-image-qualities",
    displayName: "Mock image, priced by quality",
    providerModelId: "mock/image-qualities",
    pricing: { creditsPerImage: { low: 1, medium: 4, high: 16 } },
    capabilities: {
      ...plain,
      aspectRatios: RATIOS,
      qualities: QUALITIES,
      supportsImageReference: false,
    },
  },
  {
    ...free,
    id: "mock-image-matrix",
    displayName: "Mock image, priced by resolution and quality",
    providerModelId: "mock/image-matrix",
    pricing: {
      creditsPerImage: {
        "1K|low": 1,
        "1K|medium": 4,
        "1K|high": 8,
        "2K|low": 2,
        "2K|medium": 6,
        "2K|high": 12,
        "4K|low": 4,
        "4K|medium": 10,
        "4K|high": 20,
      },
    },
    capabilities: {
      ...plain,
      aspectRatios: RATIOS,
      resolutions: RESOLUTIONS,
      qualities: QUALITIES,
    },
  },
  {
    ...free,
    id: "mock-image-fallbacks",
    displayName: "Mock image, priced by the most specific key",
    providerModelId: "mock/image-fallbacks",
    pricing: { creditsPerImage: { "4K|high": 40, high: 16, "2K": 8, "*": 3 } },
    capabilities: {
      ...plain,
      aspectRatios: RATIOS,
      resolutions: RESOLUTIONS,
      qualities: QUALITIES,
      supportsImageReference: false,
      maxImages: 1,
    },
  },
  {
    ...free,
    id: "mock-image-run",
    displayName: "Mock image, priced by the run",
    providerModelId: "mock/image-run",
    pricing: { creditsPerRun: 3 },
    capabilities: { ...plain, aspectRatios: RATIOS },
  },
  {
    ...free,
    id: "mock-image-two-bases",
    displayName: "Mock image, priced by the run and the image",
    providerModelId: "mock/image-two-bases",
    pricing: { creditsPerRun: 0.5, creditsPerImage: { "*": 1.25 } },
    capabilities: { ...plain, aspectRatios: RATIOS, supportsImageReference: false },
  },
  {
    kind: "image",
    paidOnly: true,
    id: "mock-image-paid",
    displayName: "Mock image, for buyers",
    providerModelId: "mock/image-paid",
    pricing: { creditsPerImage: { "*": 4 } },
    capabilities: plain,
  },
];
