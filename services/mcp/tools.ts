import type { Tool } from "./tool.js";
import { CONTENT_TOOLS } from "./tools/content/index.js";
import { createSubscriptionCheckout } from "./tools/create-subscription-checkout.js";
import { createTopupCheckout } from "./tools/create-topup-checkout.js";
import { generate } from "./tools/generate.js";
import { getAsset } from "./tools/get-asset.js";
import { getCredits } from "./tools/get-credits.js";
import { getGeneration } from "./tools/get-generation.js";
import { listAssets } from "./tools/list-assets.js";
import { listModels } from "./tools/list-models.js";
import { listProjects } from "./tools/list-projects.js";
import { publishAsset } from "./tools/publish-asset.js";
import { uploadAsset } from "./tools/upload-asset.js";

/** Every tool, in the order in which agents read them (spec: Agent tool server). */
export const TOOLS: readonly Tool[] = [
  getCredits,
  listProjects,
  listModels,
  generate,
  getGeneration,
  listAssets,
  getAsset,
  uploadAsset,
  publishAsset,
  createTopupCheckout,
  createSubscriptionCheckout,
  ...CONTENT_TOOLS,
];
