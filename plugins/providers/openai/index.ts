import { definePlugin, type PluginHost } from "../../kit/define-plugin.js";
import { UpstreamClient } from "../../kit/upstream/upstream-client.js";
import { OPENAI_MODELS, OPENAI_TEXT } from "./models.js";
import { meaningOf } from "./openai-errors.js";
import { openAiProvider } from "./openai-provider.js";
import { openAiText } from "./openai-text.js";

const open = ({ env }: PluginHost): UpstreamClient | null =>
  env.OPENAI_API_KEY
    ? new UpstreamClient({
        name: "OpenAI",
        baseUrl: env.OPENAI_BASE_URL ?? "https://api.openai.com/v1",
        headers: { authorization: `Bearer ${env.OPENAI_API_KEY}` },
        meaningOf,
      })
    : null;

/** Images, speech and text of OpenAI; there with OPENAI_API_KEY. */
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
      return client && openAiText({ ...OPENAI_TEXT, client });
    },
  },
});
