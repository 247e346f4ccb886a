import type { ProviderModel } from "../../../kit/model-provider.js";

export const upscaleModels: readonly ProviderModel[] = [
  {
    id: "mock-upscale",
    kind: "upscale",
    displayName: "Mock upscale, images and videos",
    providerModelId: "mock/upscale",
    paidOnly: false,
    pricing: { creditsPerSecond: { "*": 2 } },
    capabilities: { kind: "upscale", supportedTypes: ["video", "image"] },
  },
  {
    id: "mock-upscale-image",
    kind: "upscale",
    displayName: "Mock upscale, images",
    providerModelId: "mock/upscale-image",
    paidOnly: false,
    pricing: { creditsPerRun: 3 },
    capabilities: { kind: "upscale", supportedTypes: ["image"] },
  },
  {
    id: "mock-upscale-video",
    kind: "upscale",
    displayName: "Mock upscale, videos",
    providerModelId: "mock/upscale-video",
    paidOnly: false,
    pricing: { creditsPerRun: 1, creditsPerSecond: { "*": 1.5 } },
    capabilities: { kind: "upscale", supportedTypes: ["video"] },
  },
  {
    id: "mock-upscale-paid",
    kind: "upscale",
    displayName: "Mock upscale, for buyers",
    providerModelId: "mock/upscale-paid",
    paidOnly: true,
    pricing: { creditsPerSecond: { "*": 2 } },
    capabilities: { kind: "upscale", supportedTypes: ["video", "image"] },
  },
];
