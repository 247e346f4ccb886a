import type {
  Handle,
  ModelProvider,
  ProviderContext,
  ProviderInput,
  ProviderProgress,
} from "../../kit/model-provider.js";
import { ProviderError } from "../../kit/provider-error.js";
import { linkedOutputs, mediumOf } from "../../kit/upstream/find-media.js";
import {
  type Meaning,
  type Refusal,
  sentenceOf,
  UpstreamClient,
} from "../../kit/upstream/upstream-client.js";
import {
  buildInput,
  declare,
  endpointOf,
  inputLimitsOf,
  type UpstreamModel,
} from "../../kit/upstream/upstream-model.js";

export interface ReplicateSettings {
  token: string;
  allowsPrivate: boolean;
  /** With the version of the API: …/v1. */
  baseUrl?: string | undefined;
  models: readonly UpstreamModel[];
}

const POLL_MS = 1000;
/** A run may take 30 minutes there; the rest is the queue. */
const DEADLINE_SECONDS = 2 * 3600;
/** There is no code for it. */
const POLICY = /nsfw|flagged|sensitive|safety|moderat/i;

/** Predictions of Replicate: create, get, cancel. Results are deleted there after an hour, and copied at once here. */
export function replicateProvider({
  token,
  baseUrl,
  allowsPrivate,
  models,
}: ReplicateSettings): ModelProvider {
  const client = new UpstreamClient({
    name: "Replicate",
    baseUrl: baseUrl ?? "https://api.replicate.com/v1",
    headers: { authorization: `Bearer ${token}` },
    allowsPrivate,
    meaningOf,
  });
  const known = new Map(models.map((model) => [model.id, model]));
  return {
    id: "replicate",
    resubmit: "never",
    resultOrigins: [client.origin],
    deadlineSeconds: DEADLINE_SECONDS,
    models: models.map(declare),
    inputLimits: inputLimitsOf(models),

    async submit({ model, params }, ctx) {
      const upstream = known.get(model.id);
      if (!upstream) throw new ProviderError("invalid_params", `Replicate has no model ${model.id}.`);
      let medium = upstream.kind as string;
      const input = await buildInput(upstream, params, async (storageId) => {
        const object = await ctx.input(storageId);
        medium = mediumOf(medium, object.contentType);
        return upload(client, object, ctx);
      });
      const [path, json] = orderOf(endpointOf(upstream, params), input);
      const prediction = await client.json(path, { json, signal: ctx.signal });
      const { id } = prediction;
      if (typeof id !== "string")
        throw new ProviderError("unknown", "Replicate took the job without an id.", { charged: true });
      return { state: "pending", handle: { prediction: id, medium }, pollAfterMs: POLL_MS };
    },

    async poll(handle, _job, { signal }) {
      return readPrediction(
        handle,
        await client.json(`predictions/${String(handle.prediction)}`, { signal }),
      );
    },

    async cancel({ prediction }) {
      await client.tell(`predictions/${String(prediction)}/cancel`, { method: "POST" });
    },
  };
}

/** `owner/name` is an official model; `owner/name:version` and a bare version go by the version. */
function orderOf(id: string, input: object): [string, object] {
  const version = /^(?:[^:]+:)?([0-9a-f]{64})$/.exec(id)?.[1];
  return version === undefined
    ? [`models/${id}/predictions`, { input }]
    : ["predictions", { version, input }];
}

function readPrediction(handle: Handle, prediction: Readonly<Record<string, unknown>>): ProviderProgress {
  const { status, output, error, logs } = prediction;
  switch (status) {
    case "starting":
    case "processing":
      return { state: "pending", handle, pollAfterMs: POLL_MS, progress: progressOf(logs) };
    case "succeeded":
      return { state: "succeeded", outputs: linkedOutputs("Replicate", String(handle.medium), output) };
    case "failed": {
      const said = sentenceOf(error) || "Replicate says that the job failed.";
      throw new ProviderError(POLICY.test(said) ? "content_policy" : "unknown", said);
    }
    case "aborted":
      throw new ProviderError("provider_unavailable", "Replicate gave the job up before it began.", {
        retryable: false,
      });
    case "canceled":
      throw new ProviderError("unknown", "The job was canceled at Replicate.", { charged: true });
    default:
      throw new ProviderError(
        "unknown",
        `Replicate gave the status ${JSON.stringify(status)}, which is not known.`,
      );
  }
}

/** Many models log ` 45%|####`; the last one counts. */
function progressOf(logs: unknown): number | null {
  const last = typeof logs === "string" ? [...logs.matchAll(/(\d{1,3})%\|/g)].at(-1)?.[1] : undefined;
  return last === undefined ? null : Math.min(100, Number(last)) / 100;
}

function meaningOf({ status, body }: Refusal): Meaning | null {
  const said = sentenceOf(body);
  if (status === 402 || /insufficient credit|billing/i.test(said)) return { failure: "provider_balance" };
  return status === 422 && POLICY.test(said) ? { failure: "content_policy" } : null;
}

async function upload(
  client: UpstreamClient,
  object: ProviderInput,
  { signal }: ProviderContext,
): Promise<string> {
  const parts = [{ name: "content", file: object, filename: object.storageId }];
  const { urls } = await client.json("files", { parts, signal });
  const { get } = (typeof urls === "object" && urls !== null ? urls : {}) as { get?: unknown };
  if (typeof get !== "string")
    throw new ProviderError("provider_unavailable", "Replicate gave no address for an input.");
  return get;
}
