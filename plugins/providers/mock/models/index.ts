import type { ProviderModel } from "../../../kit/model-provider.js";
import { audioModels } from "./audio.js";
import { imageModels } from "./image.js";
import { upscaleModels } from "./upscale.js";
import { videoModels } from "./video.js";

/** At least one model for each thing that a capability can accept or refuse, and for each pricing basis. */
export const mockModels: readonly ProviderModel[] = [
  ...videoModels,
  ...imageModels,
  ...audioModels,
  ...upscaleModels,
];
