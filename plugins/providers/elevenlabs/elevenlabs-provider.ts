import type {
  ModelProvider,
  ProviderContext,
  ProviderJob,
  ProviderProgress,
} from "../../kit/model-provider.js";
import { ProviderError } from "../../kit/provider-error.js";
import type { FormPart } from "../../kit/upstream/multipart.js";
import type { UpstreamClient } from "../../kit/upstream/upstream-client.js";
import { declare, inputLimitsOf, type UpstreamModel } from "../../kit/upstream/upstream-model.js";
import { VOICE_IDS } from "./models.js";

export interface ElevenLabsSettings {
  client: UpstreamClient;
  models: readonly UpstreamModel[];
}

const POLL_MS = 3000;
/** As the models are billed without `durationSeconds` (rules/billing 5). */
const USUAL_SECONDS = 30;

/**
 * Speech, effects, music and isolation answer with the sound itself; dubbing is an order that is asked after. Each call is
 * billed, so one whose outcome is unknown is not made again.
 */
export function elevenLabsProvider({ client, models }: ElevenLabsSettings): ModelProvider {
  const known = new Map(models.map((model) => [model.id, model]));
  return {
    id: "elevenlabs",
    resubmit: "never",
    models: models.map(declare),
    inputLimits: inputLimitsOf(models),
    async submit(job, ctx) {
      const upstream = known.get(job.model.id);
      if (upstream?.capabilities.kind !== "audio")
        throw new ProviderError("invalid_params", `ElevenLabs has no model ${job.model.id}.`);
      if (upstream.capabilities.category === "dubbing") return beginDubbing(client, job, ctx);
      const [path, request] = await callOf(upstream, job, ctx);
      return { state: "succeeded", outputs: [await client.bytes(path, { ...request, signal: ctx.signal })] };
    },
    poll: (handle, _job, ctx) => pollDubbing(client, String(handle.dubbing), String(handle.language), ctx),
    async cancel({ dubbing }) {
      await client.tell(`v1/dubbing/${String(dubbing)}`, { method: "DELETE" });
    },
  };
}

type Call = [string, { json: object } | { parts: readonly FormPart[] }];

async function callOf(
  { providerModelId, capabilities: able }: UpstreamModel,
  { params }: ProviderJob,
  ctx: ProviderContext,
): Promise<Call> {
  if (able.kind !== "audio") throw new ProviderError("invalid_params", "ElevenLabs makes sound only.");
  const text = textOf(params.prompt);
  const seconds = Number(params.durationSeconds ?? able.maxSeconds ?? USUAL_SECONDS);
  switch (able.category) {
    case "tts": {
      const voice = textOf(params.voice ?? able.defaultVoice);
      return [
        `v1/text-to-speech/${encodeURIComponent(VOICE_IDS[voice] ?? voice)}?output_format=mp3_44100_128`,
        { json: { text, model_id: providerModelId } },
      ];
    }
    case "sfx":
      return ["v1/sound-generation", { json: { text, duration_seconds: seconds } }];
    case "music":
      return [
        "v1/music",
        {
          json: {
            prompt: text,
            music_length_ms: Math.round(seconds * 1000),
            model_id: providerModelId,
            ...(params.instrumental === true && { force_instrumental: true }),
          },
        },
      ];
    default: {
      return ["v1/audio-isolation", { parts: [await fileOf("audio", params.sourceStorageId, ctx)] }];
    }
  }
}

async function fileOf(name: string, storageId: unknown, ctx: ProviderContext): Promise<FormPart> {
  const file = await ctx.input(String(storageId));
  return { name, file, filename: file.storageId };
}

async function beginDubbing(
  client: UpstreamClient,
  { params }: ProviderJob,
  ctx: ProviderContext,
): Promise<ProviderProgress> {
  const language = String(params.targetLanguage);
  const parts = [
    await fileOf("file", params.videoStorageId ?? params.sourceStorageId, ctx),
    { name: "target_lang", value: language },
    { name: "source_lang", value: "auto" },
  ];
  const { dubbing_id: dubbing } = await client.json("v1/dubbing", { parts, signal: ctx.signal });
  if (typeof dubbing !== "string")
    throw new ProviderError("unknown", "ElevenLabs took the job without a dubbing_id.", { charged: true });
  return { state: "pending", handle: { dubbing, language }, pollAfterMs: POLL_MS };
}

async function pollDubbing(
  client: UpstreamClient,
  dubbing: string,
  language: string,
  { signal }: ProviderContext,
): Promise<ProviderProgress> {
  const { status, error } = await client.json(`v1/dubbing/${dubbing}`, { signal });
  if (status === "dubbing") return { state: "pending", handle: { dubbing, language }, pollAfterMs: POLL_MS };
  if (status === "dubbed")
    return {
      state: "succeeded",
      outputs: [await client.bytes(`v1/dubbing/${dubbing}/audio/${language}`, { signal })],
    };
  throw new ProviderError(
    "unknown",
    typeof error === "string" && error !== ""
      ? error
      : `ElevenLabs gave the status ${JSON.stringify(status)}.`,
  );
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
