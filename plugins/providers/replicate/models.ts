import type { UpstreamModel } from "../../kit/upstream/upstream-model.js";

const READ = "2026-11-22";
const PAGE = "https://replicate.com/pricing";
const RATIOS = ["21:9", "16:9", "3:2", "4:3", "5:4", "1:1", "4:5", "3:4", "2:3", "9:16"];

/** Official models of Replicate, which bill by the output. A cent is a credit. */
export const REPLICATE_MODELS: readonly UpstreamModel[] = [
  {
    id: "replicate-flux-schnell",
    kind: "image",
    displayName: "FLUX.1 [schnell] (Replicate)",
    providerModelId: "black-forest-labs/flux-schnell",
    paidOnly: false,
    pricing: { creditsPerImage: { "*": 0.3 } },
    capabilities: { kind: "image", aspectRatios: RATIOS, supportsImageReference: false, maxImages: 4 },
    source: { page: PAGE, date: READ, assumed: "Ratios are as of the model's schema at its release." },
    inputs: { prompt: "prompt", aspectRatio: "aspect_ratio", numImages: "num_outputs" },
    fixed: { output_format: "png" },
  },
  {
    id: "replicate-flux-dev",
    kind: "image",
    displayName: "FLUX.1 [dev] (Replicate)",
    providerModelId: "black-forest-labs/flux-dev",
    paidOnly: false,
    pricing: { creditsPerImage: { "*": 2.5 } },
    capabilities: { kind: "image", aspectRatios: RATIOS, supportsImageReference: true, maxImages: 4 },
    source: { page: PAGE, date: READ, assumed: "Ratios are as of the model's schema at its release." },
    inputs: {
      prompt: "prompt",
      aspectRatio: "aspect_ratio",
      numImages: "num_outputs",
      referenceStorageIds: { name: "image", form: "first" },
    },
    fixed: { output_format: "png" },
  },
  {
    id: "replicate-flux-1-1-pro",
    kind: "image",
    displayName: "FLUX 1.1 [pro] (Replicate)",
    providerModelId: "black-forest-labs/flux-1.1-pro",
    paidOnly: true,
    pricing: { creditsPerImage: { "*": 4 } },
    capabilities: {
      kind: "image",
      aspectRatios: ["16:9", "3:2", "4:3", "5:4", "1:1", "4:5", "3:4", "2:3", "9:16"],
      supportsImageReference: true,
      maxImages: 1,
    },
    source: { page: PAGE, date: READ, assumed: "Ratios are as of the model's schema at its release." },
    inputs: {
      prompt: "prompt",
      aspectRatio: "aspect_ratio",
      referenceStorageIds: { name: "image_prompt", form: "first" },
    },
    fixed: { output_format: "png" },
  },
];
