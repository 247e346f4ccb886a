import type { InputLimit } from "../../../contracts/input-limit.js";
import { defaultsOf } from "../../../contracts/model-defaults.js";
import { openInputs } from "../../kit/input-limit.js";
import type { Handle, ProviderContext, ProviderJob, ProviderProgress } from "../../kit/model-provider.js";
import { type Failure, ProviderError } from "../../kit/provider-error.js";
import { sentenceOf, type UpstreamClient } from "../../kit/upstream/upstream-client.js";
import { inline } from "./google-image.js";

const POLL_MS = 5000;

/** Orders a video of Veo. The operation's name is all that another process needs to go on. */
export async function orderVideo(
  client: UpstreamClient,
  limit: InputLimit,
  job: ProviderJob,
  ctx: ProviderContext,
): Promise<ProviderProgress> {
  const { params } = job;
  const opened = await openInputs(job, limit, ctx);
  const picture = (id: unknown) => {
    const { mimeType, data } = inline(opened(id));
    return { mimeType, bytesBase64Encoded: data };
  };
  const { startFrameStorageId: first, endFrameStorageId: last } = params;
  const references = (params.referenceImageStorageIds ?? []) as readonly string[];
  const instance = {
    prompt: params.prompt ?? "",
    ...(first !== undefined && { image: picture(first) }),
    ...(last !== undefined && { lastFrame: picture(last) }),
    ...(references.length > 0 && {
      referenceImages: references.map((id) => ({ image: picture(id), referenceType: "asset" })),
    }),
  };
  const { name } = await client.json(`models/${job.model.providerModelId}:predictLongRunning`, {
    json: {
      instances: [instance],
      parameters: {
        aspectRatio: params.aspectRatio,
        durationSeconds: params.duration,
        resolution: params.resolution ?? defaultsOf(job.model).resolution ?? "720p",
      },
    },
    signal: ctx.signal,
  });
  if (typeof name !== "string" || !/^[\w./-]+$/.test(name))
    throw new ProviderError("unknown", "Google took the job without the name of an operation.", {
      charged: true,
    });
  return { state: "pending", handle: { operation: name }, pollAfterMs: POLL_MS };
}

interface Done {
  generateVideoResponse?: {
    generatedSamples?: { video?: { uri?: unknown } }[];
    raiMediaFilteredCount?: unknown;
    raiMediaFilteredReasons?: unknown;
  };
}

/** Asks after an operation; `done` without a video is a refusal, of which Google says that it is not billed. */
export async function pollVideo(
  client: UpstreamClient,
  handle: Handle,
  { signal }: ProviderContext,
): Promise<ProviderProgress> {
  const { done, error, response } = await client.json(String(handle.operation), { signal });
  if (done !== true) return { state: "pending", handle, pollAfterMs: POLL_MS };
  if (error !== undefined && error !== null) {
    const said = sentenceOf(error) || "Google says that the job failed.";
    throw new ProviderError(failureOf(error, said), said, { retryable: false });
  }
  const { generateVideoResponse: made } = (response ?? {}) as Done;
  const uri = made?.generatedSamples?.[0]?.video?.uri;
  if (typeof uri === "string")
    return { state: "succeeded", outputs: [await client.bytes(addressOf(client, uri), { signal })] };
  const reasons = Array.isArray(made?.raiMediaFilteredReasons)
    ? made.raiMediaFilteredReasons.map(String).join(" ")
    : "";
  if (Number(made?.raiMediaFilteredCount ?? 0) > 0)
    throw new ProviderError("content_policy", `Google filtered the video. ${reasons}`.trim());
  throw new ProviderError("unknown", "Google said that the job was done, and gave no video.");
}

/** The codes of gRPC with which an operation fails because of the account, by the failures that they are. */
const CODES: Readonly<Record<number, Failure>> = {
  7: "provider_auth",
  8: "rate_limited",
  16: "provider_auth",
};

function failureOf(error: unknown, said: string): Failure {
  if (/safety|policy|responsible ai|prohibited/i.test(said)) return "content_policy";
  return CODES[Number((error as { code?: unknown }).code)] ?? "unknown";
}

/** The file needs the key, which goes to Google's own host only. */
const addressOf = (client: UpstreamClient, uri: string): string => {
  if (client.isOwn(uri)) return uri;
  throw new ProviderError("unknown", "Google gave the address of a video on another host.");
};
