import { defaultSeconds } from "../../../contracts/model-defaults.js";
import type {
  ModelProvider,
  ProviderContext,
  ProviderInput,
  ProviderJob,
  ProviderProgress,
} from "../../kit/model-provider.js";
import { ProviderError } from "../../kit/provider-error.js";
import { lendBeginning } from "../../kit/recordings/lend-beginning.js";
import type { FormPart } from "../../kit/upstream/multipart.js";
import type { UpstreamClient } from "../../kit/upstream/upstream-client.js";
import { declare, inputLimitsOf, type UpstreamModel } from "../../kit/upstream/upstream-model.js";
import { VOICE_IDS } from "./models.js";

export interface ElevenLabsSettings {
  client: UpstreamClient;
  models: readonly UpstreamModel[];
  /** The folder below which recordings are cut. */
  parent: string;
}

const POLL_MS = 3000;
/** The most jobs of one payer at once; some of them wait for recordings to be cut. */
const JOBS_PER_PAYER = 4;

/**
 * Speech, effects, music and isolation answer with the sound itself; dubbing is an order that is asked after. Each call is
 * billed, so one whose outcome is unknown is not made again.
 */
export function elevenLabsProvider({ client, models, parent }: ElevenLabsSettings): ModelProvider {
  const known = new Map(models.map((model) => [model.id, model]));
  return {
    id: "elevenlabs",
    resubmit: "never",
    perPayer: JOBS_PER_PAYER,
    models: models.map(declare),
    inputLimits: inputLimitsOf(models),
    async submit(job, ctx) {
      const upstream = known.get(job.model.id);
      if (upstream?.capabilities.kind !== "audio")
        throw new ProviderError("invalid_params", `ElevenLabs has no model ${job.model.id}.`);
      const { category } = upstream.capabilities;
      if (category === "dubbing")
        return lendSource(upstream, { job, ctx, parent }, (file) => beginDubbing(client, file, job, ctx));
      const ask = async ([path, request]: Call) => client.bytes(path, { ...request, signal: ctx.signal });
      const output =
        category === "cleanup"
          ? await lendSource(upstream, { job, ctx, parent }, (file) =>
              ask(["v1/audio-isolation", { parts: [partOf("audio", file)] }]),
            )
          : await ask(callOf(upstream, job));
      return { state: "succeeded", outputs: [output] };
    },
    poll: (handle, _job, ctx) => pollDubbing(client, String(handle.dubbing), String(handle.language), ctx),
    async cancel({ dubbing }) {
      await client.tell(`v1/dubbing/${String(dubbing)}`, { method: "DELETE" });
    },
  };
}

type Call = [string, { json: object } | { parts: readonly FormPart[] }];

/** The seconds that are billed (rules/models 52). */
const secondsOf = ({ capabilities: able }: UpstreamModel, { params }: ProviderJob): number =>
  Number(params.durationSeconds ?? defaultSeconds(able.kind === "audio" ? able : {}));

function callOf(upstream: UpstreamModel, job: ProviderJob): Call {
  const { providerModelId, capabilities: able } = upstream;
  const { params } = job;
  if (able.kind !== "audio") throw new ProviderError("invalid_params", "ElevenLabs makes sound only.");
  const text = textOf(params.prompt);
  const seconds = secondsOf(upstream, job);
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
    default:
      throw new ProviderError("invalid_params", `ElevenLabs makes no sound of the kind ${able.category}.`);
  }
}

/** Lends the source of a job, of which no more is sent than the seconds that are paid for: all that is sent is processed and billed. */
async function lendSource<T>(
  upstream: UpstreamModel,
  { job, ctx, parent }: { job: ProviderJob; ctx: ProviderContext; parent: string },
  use: (file: ProviderInput) => Promise<T>,
): Promise<T> {
  const { videoStorageId, sourceStorageId } = job.params;
  const beginning = {
    ctx,
    seconds: secondsOf(upstream, job),
    form: videoStorageId === undefined ? "sound" : "film",
    field: videoStorageId === undefined ? "sourceStorageId" : "videoStorageId",
    parent,
    account: job.payer ?? job.id,
  } as const;
  return lendBeginning(String(videoStorageId ?? sourceStorageId), beginning, use);
}

const partOf = (name: string, file: ProviderInput): FormPart => ({ name, file, filename: file.storageId });

async function beginDubbing(
  client: UpstreamClient,
  file: ProviderInput,
  { params }: ProviderJob,
  { signal }: ProviderContext,
): Promise<ProviderProgress> {
  const language = String(params.targetLanguage);
  const parts = [
    partOf("file", file),
    { name: "target_lang", value: language },
    { name: "source_lang", value: "auto" },
  ];
  const { dubbing_id: dubbing } = await client.json("v1/dubbing", { parts, signal });
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
  // Voices are cloned before they speak. An unknown status fails at once.
  if (status === "dubbing" || status === "cloning")
    return { state: "pending", handle: { dubbing, language }, pollAfterMs: POLL_MS };
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
