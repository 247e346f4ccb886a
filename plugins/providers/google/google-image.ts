import type { InputLimit } from "../../../contracts/input-limit.js";
import { defaultsOf } from "../../../contracts/model-defaults.js";
import { openInputs } from "../../kit/input-limit.js";
import type {
  ProviderContext,
  ProviderInput,
  ProviderJob,
  ProviderOutput,
} from "../../kit/model-provider.js";
import { asCharged, ProviderError } from "../../kit/provider-error.js";
import { Base64File } from "../../kit/upstream/json-body.js";
import type { UpstreamClient } from "../../kit/upstream/upstream-client.js";
import { BLOCKED } from "./google-errors.js";

export interface Part {
  text?: unknown;
  /** True for a part in which a model thinks, such as a sketch. */
  thought?: unknown;
  inlineData?: { mimeType?: unknown; data?: unknown };
}

export interface Content {
  candidates?: ({ content?: { parts?: Part[] }; finishReason?: unknown } | undefined)[];
  promptFeedback?: { blockReason?: unknown };
  usageMetadata?: Readonly<Record<string, unknown>>;
}

/** The parts of an answer, without those in which the model thinks. Throws `content_policy` for one that was blocked, which Google tells beside an empty success. */
export function partsOf(content: Content): Part[] {
  const [candidate] = content.candidates ?? [];
  const parts = (candidate?.content?.parts ?? []).filter(({ thought }) => thought !== true);
  const reason = content.promptFeedback?.blockReason ?? candidate?.finishReason;
  if (parts.length === 0 && typeof reason === "string" && BLOCKED.test(reason))
    throw new ProviderError("content_policy", `Google blocked the answer (${reason}).`);
  return parts;
}

/**
 * A call gives one picture, so several pictures are several calls. What is refused after the first one is a job of which
 * pictures were billed, and is not ordered again.
 */
export async function drawImages(
  client: UpstreamClient,
  limit: InputLimit,
  job: ProviderJob,
  ctx: ProviderContext,
): Promise<ProviderOutput[]> {
  const { params } = job;
  const opened = await openInputs(job, limit, ctx);
  const references = ((params.referenceStorageIds ?? []) as readonly string[]).map((id) => ({
    inlineData: inline(opened(id)),
  }));
  const json = {
    contents: [
      {
        role: "user",
        parts: [{ text: String(params.prompt) }, ...references],
      },
    ],
    generationConfig: {
      responseModalities: ["IMAGE"],
      imageConfig: {
        aspectRatio: params.aspectRatio,
        imageSize: params.resolution ?? defaultsOf(job.model).resolution ?? "1K",
      },
    },
  };
  const outputs: ProviderOutput[] = [];
  const wanted = Number(params.numImages);
  while (outputs.length < wanted) {
    try {
      outputs.push(
        pictureOf(
          await client.json(`models/${job.model.providerModelId}:generateContent`, {
            json,
            signal: ctx.signal,
          }),
        ),
      );
    } catch (error) {
      const made = outputs.length;
      throw made === 0 ? error : asCharged(error, ` ${made} of ${wanted} pictures were made before.`);
    }
  }
  return outputs;
}

function pictureOf(content: Content): ProviderOutput {
  const picture = partsOf(content).find(({ inlineData }) => typeof inlineData?.data === "string")?.inlineData;
  if (!picture) throw new ProviderError("unknown", "Google answered without a picture.");
  return {
    contentType: typeof picture.mimeType === "string" ? picture.mimeType : "image/png",
    body: Buffer.from(String(picture.data), "base64"),
  };
}

/** A file within a request, which is read while it is sent. */
export const inline = (file: ProviderInput): { mimeType: string; data: Base64File } => ({
  mimeType: file.contentType,
  data: new Base64File(file),
});
