import { join } from "node:path";
import { definePlugin, type PluginHost } from "../../kit/define-plugin.js";
import { allowsPrivate } from "../../kit/upstream/allows-private.js";
import { UpstreamClient } from "../../kit/upstream/upstream-client.js";
import { OPENAI_MODELS, OPENAI_TEXT, OPENAI_TRANSCRIBERS } from "./models.js";
import { meaningOf } from "../../kit/openai/openai-errors.js";
import { openAiProvider } from "../../kit/openai/openai-provider.js";
import { openAiText } from "../../kit/openai/openai-text.js";
import { openAiTranscriber } from "../../kit/openai/openai-transcriber.js";

/** Of a recording. */
const MAX_BYTES = 25 * 1024 * 1024;

const open = ({ env }: PluginHost): UpstreamClient | null =>
  env.OPENAI_API_KEY
    ? new UpstreamClient({
        name: "OpenAI",
        baseUrl: env.OPENAI_BASE_URL ?? "https://api.openai.com/v1",
        headers: { authorization: `Bearer ${env.OPENAI_API_KEY}` },
        allowsPrivate: allowsPrivate({ env }),
        meaningOf,
      })
    : null;

/** Images, speech, text and transcription of OpenAI; there with OPENAI_API_KEY. */
export default definePlugin({
  name: "openai",
  version: "1.0.0",
  provides: {
    modelProvider(host) {
      const client = open(host);
      const { models = (_provider, own) => own } = host;
      return (
        client &&
        openAiProvider({ id: "openai", name: "OpenAI", client, models: models("openai", OPENAI_MODELS) })
      );
    },
    textModel(host) {
      const client = open(host);
      const { textModels = (_provider, own) => own } = host;
      return client && textModels("openai", OPENAI_TEXT).map((model) => openAiText({ ...model, client }));
    },
    transcriber(host) {
      const client = open(host);
      const { transcribers = (_provider, own) => own } = host;
      return (
        client &&
        transcribers("openai", OPENAI_TRANSCRIBERS).map((each) =>
          openAiTranscriber({
            ...each,
            provider: "openai",
            client,
            maxBytes: MAX_BYTES,
            parent: join(host.dataDir, "tmp"),
          }),
        )
      );
    },
  },
});
