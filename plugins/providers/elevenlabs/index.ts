import { definePlugin, type PluginHost } from "../../kit/define-plugin.js";
import { allowsPrivate } from "../../kit/upstream/allows-private.js";
import { UpstreamClient } from "../../kit/upstream/upstream-client.js";
import { meaningOf } from "./elevenlabs-errors.js";
import { elevenLabsProvider } from "./elevenlabs-provider.js";
import { elevenLabsTranscriber } from "./elevenlabs-transcriber.js";
import { ELEVENLABS_MODELS, ELEVENLABS_TRANSCRIBERS } from "./models.js";

const open = ({ env }: PluginHost): UpstreamClient | null =>
  env.ELEVENLABS_API_KEY
    ? new UpstreamClient({
        name: "ElevenLabs",
        baseUrl: env.ELEVENLABS_BASE_URL ?? "https://api.elevenlabs.io",
        headers: { "xi-api-key": env.ELEVENLABS_API_KEY },
        allowsPrivate: allowsPrivate({ env }),
        meaningOf,
      })
    : null;

/** Sound and transcription of ElevenLabs; there with ELEVENLABS_API_KEY. */
export default definePlugin({
  name: "elevenlabs",
  version: "1.0.0",
  provides: {
    modelProvider(host) {
      const client = open(host);
      const { models = (_provider, own) => own } = host;
      return client && elevenLabsProvider({ client, models: models("elevenlabs", ELEVENLABS_MODELS) });
    },
    transcriber(host) {
      const client = open(host);
      const { transcribers = (_provider, own) => own } = host;
      return (
        client &&
        transcribers("elevenlabs", ELEVENLABS_TRANSCRIBERS).map((each) => elevenLabsTranscriber(client, each))
      );
    },
  },
});
