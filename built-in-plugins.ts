import { BUILT_IN_STORAGE } from "./built-in-storage.js";
import type { PluginDefinition } from "./plugins/kit/define-plugin.js";
import essentials from "./plugins/applications/essentials/index.js";
import mockApplications from "./plugins/applications/mock/index.js";
import mailFile from "./plugins/mail/file/index.js";
import mailSmtp from "./plugins/mail/smtp/index.js";
import nodesCore from "./plugins/nodes/core/index.js";
import nodesGeneration from "./plugins/nodes/generation/index.js";
import nodesContent from "./plugins/nodes/content/index.js";
import nodesText from "./plugins/nodes/text/index.js";
import paymentsManual from "./plugins/payments/manual/index.js";
import paymentsStripe from "./plugins/payments/stripe/index.js";
import elevenlabs from "./plugins/providers/elevenlabs/index.js";
import comfyui from "./plugins/providers/comfyui/index.js";
import fal from "./plugins/providers/fal/index.js";
import google from "./plugins/providers/google/index.js";
import local from "./plugins/providers/local/index.js";
import mock from "./plugins/providers/mock/index.js";
import openai from "./plugins/providers/openai/index.js";
import openAiCompatible from "./plugins/providers/openai-compatible/index.js";
import replicate from "./plugins/providers/replicate/index.js";

/** The plugins that come with Kiln. */
export const BUILT_IN_PLUGINS: readonly PluginDefinition[] = [
  ...BUILT_IN_STORAGE,
  mailFile,
  mailSmtp,
  paymentsManual,
  paymentsStripe,
  nodesCore,
  nodesGeneration,
  nodesText,
  nodesContent,
  local,
  mock,
  fal,
  replicate,
  openai,
  elevenlabs,
  google,
  openAiCompatible,
  comfyui,
  mockApplications,
  essentials,
];
