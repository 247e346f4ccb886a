import type { Tool } from "./tool.js";
import { CONTENT_TOOLS } from "./tools/content/index.js";
import { cancelGeneration } from "./tools/cancel-generation.js";
import { createSubscriptionCheckout } from "./tools/create-subscription-checkout.js";
import { createTopupCheckout } from "./tools/create-topup-checkout.js";
import { generate } from "./tools/generate.js";
import { getAsset } from "./tools/get-asset.js";
import { getCredits } from "./tools/get-credits.js";
import { getGeneration } from "./tools/get-generation.js";
import { linkAssets } from "./tools/link-assets.js";
import { getTranscription } from "./tools/get-transcription.js";
import { listApplications } from "./tools/list-applications.js";
import { listAssets } from "./tools/list-assets.js";
import { listModels } from "./tools/list-models.js";
import { listProjects } from "./tools/list-projects.js";
import { publishAsset } from "./tools/publish-asset.js";
import { WORKFLOW_TOOLS } from "./tools/workflows/index.js";
import { runApplication } from "./tools/run-application.js";
import { transcribe } from "./tools/transcribe.js";
import { uploadAsset } from "./tools/upload-asset.js";

/** Every tool, in the order in which agents read them (rules/mcp 4). */
export const TOOLS: readonly Tool[] = [
  getCredits,
  listProjects,
  listModels,
  generate,
  getGeneration,
  cancelGeneration,
  listApplications,
  runApplication,
  transcribe,
  getTranscription,
  listAssets,
  getAsset,
  uploadAsset,
  publishAsset,
  linkAssets,
  createTopupCheckout,
  createSubscriptionCheckout,
  ...WORKFLOW_TOOLS,
  ...CONTENT_TOOLS,
];
