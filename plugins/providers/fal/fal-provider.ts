import type {
  Handle,
  ModelProvider,
  ProviderContext,
  ProviderInput,
  ProviderProgress,
} from "../../kit/model-provider.js";
import { ProviderError } from "../../kit/provider-error.js";
import { linkedOutputs, mediumOf } from "../../kit/upstream/find-media.js";
import { putStream } from "../../kit/upstream/put-stream.js";
import { UpstreamClient } from "../../kit/upstream/upstream-client.js";
import {
  buildInput,
  declare,
  endpointOf,
  inputLimitsOf,
  type UpstreamModel,
} from "../../kit/upstream/upstream-model.js";
import { meaningOf } from "./fal-errors.js";

export interface FalSettings {
  key: string;
  allowsPrivate: boolean;
  /** Where the queue is, and in tests everything. */
  baseUrl?: string | undefined;
  models: readonly UpstreamModel[];
}

const POLL_MS = 1000;
/** Where a result keeps its files, in this order. */
const FIELDS = ["images", "video", "videos", "audio", "audio_file", "image", "output"];

/**
 * fal's queue: submit, status, result, cancel. An order that was sent is never sent again, since each one is billed.
 * COMPLETED says only that it is over: the result tells whether it went well.
 */
export function falProvider({ key, baseUrl, allowsPrivate, models }: FalSettings): ModelProvider {
  const headers = { authorization: `Key ${key}` };
  const queue = new UpstreamClient({
    name: "fal",
    baseUrl: baseUrl ?? "https://queue.fal.run",
    headers,
    allowsPrivate,
    meaningOf,
  });
  const rest = new UpstreamClient({
    name: "fal",
    baseUrl: baseUrl ?? "https://rest.fal.ai",
    headers,
    allowsPrivate,
    meaningOf,
  });
  const known = new Map(models.map((model) => [model.id, model]));
  return {
    id: "fal",
    resubmit: "never",
    resultOrigins: [queue.origin],
    models: models.map(declare),
    inputLimits: inputLimitsOf(models),

    async submit({ id, model, params }, ctx) {
      const upstream = known.get(model.id);
      if (!upstream) throw new ProviderError("invalid_params", `fal has no model ${model.id}.`);
      let medium = upstream.kind as string;
      const input = await buildInput(upstream, params, async (storageId) => {
        const object = await ctx.input(storageId);
        medium = mediumOf(medium, object.contentType);
        return upload(rest, object, allowsPrivate, ctx);
      });
      const endpoint = endpointOf(upstream, params);
      const given = await queue.json(endpoint, {
        json: input,
        // One retry policy, ours; and the order is known by the job's id in fal's log.
        headers: { "x-fal-no-retry": "1", "x-kiln-job": id },
        signal: ctx.signal,
      });
      if (typeof given.request_id !== "string")
        throw new ProviderError("unknown", "fal took the job without a request_id.", { charged: true });
      // Status, result and cancel stand below owner/app, without what follows in the endpoint.
      const app = endpoint.split("/").slice(0, 2).join("/");
      const own = `${app}/requests/${given.request_id}`;
      const handle: Handle = {
        request: given.request_id,
        status: queue.isOwn(given.status_url) ? given.status_url : `${own}/status`,
        result: queue.isOwn(given.response_url) ? given.response_url : own,
        cancel: queue.isOwn(given.cancel_url) ? given.cancel_url : `${own}/cancel`,
        medium,
      };
      return pending(handle, given);
    },

    async poll(handle, { model }, { signal }) {
      const given = await queue.json(String(handle.status), { signal });
      if (given.status === "IN_QUEUE" || given.status === "IN_PROGRESS") return pending(handle, given);
      if (given.status !== "COMPLETED")
        throw new ProviderError(
          "unknown",
          `fal gave the status ${JSON.stringify(given.status)}, which is not known.`,
        );
      // What the model refused comes as a refusal of the result.
      const result = await queue.json(String(handle.result), { signal });
      refuseBlackened(result, known.get(model.id)?.fixed ?? {});
      const field = FIELDS.find((name) => result[name] !== undefined && result[name] !== null);
      return {
        state: "succeeded",
        outputs: linkedOutputs("fal", String(handle.medium), field === undefined ? [] : result[field]),
      };
    },

    async cancel(handle) {
      await queue.tell(String(handle.cancel), { method: "PUT" });
    },
  };
}

/**
 * fal's safety checker makes a picture black, and says so in a list with a truth value for each picture. The order
 * has succeeded and was billed. Throws `content_policy` if one of the pictures is black, unless the operator has
 * switched the checker off.
 */
function refuseBlackened(
  { has_nsfw_concepts: flags }: Readonly<Record<string, unknown>>,
  fixed: Readonly<Record<string, unknown>>,
): void {
  if (fixed.enable_safety_checker === false || !Array.isArray(flags) || !flags.includes(true)) return;
  throw new ProviderError("content_policy", "fal's safety checker blackened the result.", { charged: true });
}

function pending(handle: Handle, given: Readonly<Record<string, unknown>>): ProviderProgress {
  const { queue_position: position } = given;
  return {
    state: "pending",
    handle,
    pollAfterMs: POLL_MS,
    queuePosition: typeof position === "number" && given.status === "IN_QUEUE" ? position : null,
  };
}

/** fal's own store, so that an input needs no public address of ours. */
async function upload(
  rest: UpstreamClient,
  object: ProviderInput,
  allowsPrivate: boolean,
  { signal }: ProviderContext,
): Promise<string> {
  const ticket = await rest.json("storage/upload/initiate?storage_type=fal-cdn-v3", {
    json: { content_type: object.contentType, file_name: object.storageId },
    signal,
  });
  const { upload_url: to, file_url: address } = ticket;
  if (typeof to !== "string" || typeof address !== "string")
    throw new ProviderError("provider_unavailable", "fal gave no place for an input.");
  const response = await putStream(to, object, {
    signal,
    allowsPrivate: allowsPrivate || rest.isOwn(to),
  }).catch((error: unknown) => {
    throw signal.aborted
      ? error
      : new ProviderError("provider_unavailable", "fal did not take an input.", { cause: error });
  });
  await response.body?.cancel().catch(() => {});
  if (!response.ok)
    throw new ProviderError("provider_unavailable", `fal did not take an input (${response.status}).`);
  return address;
}
