import { join } from "node:path";
import { type PluginHost, definePlugin } from "../../kit/define-plugin.js";
import { allowsPrivate } from "../../kit/upstream/allows-private.js";
import { type Meaning, type Refusal, UpstreamClient } from "../../kit/upstream/upstream-client.js";
import { elevenLabsProvider } from "./elevenlabs-provider.js";
import { elevenLabsTranscriber } from "./elevenlabs-transcriber.js";
import { ELEVENLABS_MODELS, ELEVENLABS_TRANSCRIBERS } from "./models.js";

/**
 * ElevenLabs says what is wrong in `detail.code`, and in older answers in `detail.status`. An empty quota comes as
 * 400 or 401 too, and is no bad key.
 */
function meaningOf({ status, body }: Refusal): Meaning | null {
  const { detail } = (typeof body === "object" && body !== null ? body : {}) as {
    detail?: { code?: unknown; status?: unknown } | null;
  };
  const kind = typeof detail === "object" ? `${textOf(detail?.code)} ${textOf(detail?.status)}` : "";
  if (/quota_exceeded|insufficient|payment/.test(kind)) return { failure: "provider_balance" };
  if (/moderation|content_against_policy|policy/.test(kind)) return { failure: "content_policy" };
  if (/concurrent|rate_limit|system_busy/.test(kind)) return { failure: "rate_limited" };
  return status === 401 ? { failure: "provider_auth" } : null;
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

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
      return (
        client &&
        elevenLabsProvider({
          client,
          models: models("elevenlabs", ELEVENLABS_MODELS),
          parent: join(host.dataDir, "tmp"),
        })
      );
    },
    transcriber(host) {
      const client = open(host);
      const { transcribers = (_provider, own) => own } = host;
      return (
        client &&
        transcribers("elevenlabs", ELEVENLABS_TRANSCRIBERS).map((each) =>
          elevenLabsTranscriber({ client, parent: join(host.dataDir, "tmp") }, each),
        )
      );
    },
  },
});
