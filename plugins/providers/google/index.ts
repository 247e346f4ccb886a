import { definePlugin, type PluginHost } from "../../kit/define-plugin.js";
import type { ModelProvider } from "../../kit/model-provider.js";
import { ProviderError } from "../../kit/provider-error.js";
import { allowsPrivate } from "../../kit/upstream/allows-private.js";
import { UpstreamClient } from "../../kit/upstream/upstream-client.js";
import { declare, inputLimitsOf, type UpstreamModel } from "../../kit/upstream/upstream-model.js";
import { meaningOf } from "./google-errors.js";
import { drawImages } from "./google-image.js";
import { googleText } from "./google-text.js";
import { orderVideo, pollVideo } from "./google-video.js";
import { GOOGLE_INPUTS, GOOGLE_MODELS, GOOGLE_TEXT } from "./models.js";

const open = ({ env }: PluginHost): UpstreamClient | null =>
  env.GEMINI_API_KEY
    ? new UpstreamClient({
        name: "Google",
        baseUrl: `${(env.GEMINI_BASE_URL ?? "https://generativelanguage.googleapis.com").replace(/\/+$/, "")}/v1beta`,
        headers: { "x-goog-api-key": env.GEMINI_API_KEY },
        allowsPrivate: allowsPrivate({ env }),
        meaningOf,
      })
    : null;

/** Veo and Gemini; a video that was ordered goes on there whatever we say: there is no cancel. */
function googleProvider(client: UpstreamClient, models: readonly UpstreamModel[]): ModelProvider {
  const inputLimits = inputLimitsOf(models.map((model) => ({ inputLimit: GOOGLE_INPUTS, ...model })));
  return {
    id: "google",
    resubmit: "never",
    models: models.map(declare),
    inputLimits,
    async submit(job, ctx) {
      const limit = inputLimits[job.model.id] ?? GOOGLE_INPUTS;
      if (job.model.kind === "video") return orderVideo(client, limit, job, ctx);
      if (job.model.kind === "image")
        return { state: "succeeded", outputs: await drawImages(client, limit, job, ctx) };
      throw new ProviderError("invalid_params", `Google has no model ${job.model.id}.`);
    },
    poll: (handle, _job, ctx) => pollVideo(client, handle, ctx),
  };
}

/** Video, images and text of Google's Gemini API; there with GEMINI_API_KEY. */
export default definePlugin({
  name: "google",
  version: "1.0.0",
  provides: {
    modelProvider(host) {
      const client = open(host);
      const { models = (_provider, own) => own } = host;
      return client && googleProvider(client, models("google", GOOGLE_MODELS));
    },
    textModel(host) {
      const client = open(host);
      const { textModels = (_provider, own) => own } = host;
      return client && textModels("google", GOOGLE_TEXT).map((model) => googleText(client, model));
    },
  },
});
