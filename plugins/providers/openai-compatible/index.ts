import { join } from "node:path";
import { definePlugin, type PluginHost } from "../../kit/define-plugin.js";
import { allowsPrivate } from "../../kit/upstream/allows-private.js";
import { UpstreamClient } from "../../kit/upstream/upstream-client.js";
import { meaningOf } from "../../kit/openai/openai-errors.js";
import { openAiProvider } from "../../kit/openai/openai-provider.js";
import { openAiText } from "../../kit/openai/openai-text.js";
import { openAiTranscriber } from "../../kit/openai/openai-transcriber.js";

const ID = "openai-compatible";
const NAME = "The OpenAI-compatible engine";

const open = ({ env }: PluginHost): UpstreamClient | null =>
  env.OPENAI_COMPATIBLE_URL
    ? new UpstreamClient({
        name: NAME,
        baseUrl: env.OPENAI_COMPATIBLE_URL,
        headers: env.OPENAI_COMPATIBLE_KEY ? { authorization: `Bearer ${env.OPENAI_COMPATIBLE_KEY}` } : {},
        allowsPrivate: allowsPrivate({ env }),
        meaningOf,
      })
    : null;

/**
 * A self-hosted engine that speaks OpenAI's API (vLLM, LocalAI): images, speech, transcription and text by the models
 * that MODELS_DIR declares for it; there with OPENAI_COMPATIBLE_URL.
 */
export default definePlugin({
  name: ID,
  version: "1.0.0",
  provides: {
    modelProvider(host) {
      const client = open(host);
      const models = host.models?.(ID, []) ?? [];
      if (client !== null && models.length === 0)
        host.log.info(
          "OPENAI_COMPATIBLE_URL is set; what it makes is declared in MODELS_DIR (docs/models.md).",
        );
      return client && models.length > 0 ? openAiProvider({ id: ID, name: NAME, client, models }) : null;
    },
    textModel(host) {
      const client = open(host);
      const models = host.textModels?.(ID, []) ?? [];
      return client && models.map((model) => openAiText({ ...model, client, boundName: "max_tokens" }));
    },
    transcriber(host) {
      const client = open(host);
      const all = host.transcribers?.(ID, []) ?? [];
      const parent = join(host.dataDir, "tmp");
      return client && all.map((each) => openAiTranscriber({ ...each, provider: ID, client, parent }));
    },
  },
});
