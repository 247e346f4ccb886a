import type { ProviderModel } from "../../kit/model-provider.js";

/** What `local` offers. Each name says what the model really is (decisions 6). */
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

export const localModels: readonly ProviderModel[] = [LOCAL_CANVAS, LOCAL_UPSCALE];
