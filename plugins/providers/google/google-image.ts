import type { ProviderContext, ProviderJob, ProviderOutput } from "../../kit/model-provider.js";
import { ProviderError } from "../../kit/provider-error.js";
import type { UpstreamClient } from "../../kit/upstream/upstream-client.js";
import { BLOCKED } from "./google-errors.js";

export interface Part {
  text?: unknown;
  inlineData?: { mimeType?: unknown; data?: unknown };
}

export interface Content {
  candidates?: ({ content?: { parts?: Part[] }; finishReason?: unknown } | undefined)[];
  promptFeedback?: { blockReason?: unknown };
  usageMetadata?: Readonly<Record<string, unknown>>;
}

/** The parts of an answer. Throws `content_policy` for one that was blocked, which Google tells beside an empty success. */
export function partsOf(content: Content): Part[] {
  const [candidate] = content.candidates ?? [];
  const parts = candidate?.content?.parts ?? [];
  const reason = content.promptFeedback?.blockReason ?? candidate?.finishReason;
  if (parts.length === 0 && typeof reason === "string" && BLOCKED.test(reason))
    throw new ProviderError("content_policy", `Google blocked the answer (${reason}).`);
  return parts;
}

/** A call gives one picture, so several pictures are several calls. */
export async function drawImages(
  client: UpstreamClient,
  upstream: string,
  { params }: ProviderJob,
  ctx: ProviderContext,
): Promise<ProviderOutput[]> {
  const references = await Promise.all(
    ((params.referenceStorageIds ?? []) as readonly string[]).map((id) => inline(id, ctx)),
  );
  const json = {
    contents: [
      {
        role: "user",
        parts: [{ text: String(params.prompt) }, ...references.map((inlineData) => ({ inlineData }))],
      },
    ],
    generationConfig: {
      responseModalities: ["IMAGE"],
      imageConfig: { aspectRatio: params.aspectRatio, imageSize: params.resolution ?? "1K" },
    },
  };
  const outputs: ProviderOutput[] = [];
  for (let left = Number(params.numImages); left > 0; left -= 1) {
    const parts = partsOf(
      await client.json(`models/${upstream}:generateContent`, { json, signal: ctx.signal }),
    );
    const picture = parts.find(({ inlineData }) => typeof inlineData?.data === "string")?.inlineData;
    if (!picture)
      throw new ProviderError("unknown", "Google answered without a picture.", {
        charged: outputs.length > 0,
      });
    outputs.push({
      contentType: typeof picture.mimeType === "string" ? picture.mimeType : "image/png",
      body: Buffer.from(String(picture.data), "base64"),
    });
  }
  return outputs;
}

export async function inline(
  storageId: string,
  ctx: ProviderContext,
): Promise<{ mimeType: string; data: string }> {
  const object = await ctx.input(storageId);
  return { mimeType: object.contentType, data: (await object.bytes()).toString("base64") };
}
