import type { InputLimit } from "../../../contracts/input-limit.js";
import type {
  ModelProvider,
  ProviderContext,
  ProviderInput,
  ProviderJob,
  ProviderOutput,
} from "../model-provider.js";
import { asCharged, ProviderError } from "../provider-error.js";
import { openInputs } from "../input-limit.js";
import type { FormPart } from "../upstream/multipart.js";
import type { UpstreamClient } from "../upstream/upstream-client.js";
import { buildInput, declare, inputLimitsOf, type UpstreamModel } from "../upstream/upstream-model.js";

export interface OpenAiSettings {
  id: string;
  name: string;
  client: UpstreamClient;
  models: readonly UpstreamModel[];
}

/** OpenAI's limits of an edit: 16 pictures of 50 MB. */
const EDIT: InputLimit = { count: 16, bytes: 16 * 50 * 2 ** 20 };

/**
 * Returns a provider of images and speech by OpenAI's API, which answers when the work is done. A repeat
 * makes and bills the work again, so a submit whose outcome is unknown is not sent again.
 */
export function openAiProvider({ id, name, client, models }: OpenAiSettings): ModelProvider {
  const limited = models.map((model) => (model.kind === "image" ? { inputLimit: EDIT, ...model } : model));
  const known = new Map(limited.map((model) => [model.id, model]));
  return {
    id,
    resubmit: "never",
    models: models.map(declare),
    inputLimits: inputLimitsOf(limited),
    async submit(job, ctx) {
      const upstream = known.get(job.model.id);
      if (!upstream) throw new ProviderError("invalid_params", `${name} has no model ${job.model.id}.`);
      const input = {
        model: upstream.providerModelId,
        ...(await buildInput(upstream, job.params, async () => "")),
      };
      const outputs =
        upstream.kind === "audio"
          ? [await speak(client, input, ctx)]
          : await draw(client, { name, limit: upstream.inputLimit ?? EDIT }, job, input, ctx);
      return { state: "succeeded", outputs };
    },
  };
}

async function speak(
  client: UpstreamClient,
  input: object,
  { signal }: ProviderContext,
): Promise<ProviderOutput> {
  return client.bytes("audio/speech", { json: input, signal });
}

async function draw(
  client: UpstreamClient,
  { name, limit }: { name: string; limit: InputLimit },
  job: ProviderJob,
  input: Readonly<Record<string, unknown>>,
  ctx: ProviderContext,
): Promise<ProviderOutput[]> {
  const references = (job.params.referenceStorageIds ?? []) as readonly string[];
  const opened = await openInputs(job, limit, ctx);
  const answer =
    references.length === 0
      ? await client.json("images/generations", { json: input, signal: ctx.signal })
      : await client.json("images/edits", {
          parts: editParts(input, references.map(opened)),
          signal: ctx.signal,
        });
  const images = (Array.isArray(answer.data) ? answer.data : []) as ({
    b64_json?: unknown;
    url?: unknown;
  } | null)[];
  // The pictures are made and billed by now, whatever comes of reading them.
  const outputs = await Promise.all(images.map((image) => outputOf(client, image, ctx))).catch(
    (error: unknown) => {
      throw asCharged(error);
    },
  );
  const found = outputs.filter((output) => output !== null);
  if (found.length === 0)
    throw new ProviderError("unknown", `${name} answered without an image.`, { charged: true });
  return found;
}

/**
 * Returns an output. The client fetches an address of the engine itself, which may be in a private network;
 * Kiln fetches any other.
 */
async function outputOf(
  client: UpstreamClient,
  image: { b64_json?: unknown; url?: unknown } | null,
  { signal }: ProviderContext,
): Promise<ProviderOutput | null> {
  if (typeof image?.b64_json === "string")
    return { contentType: "image/png", body: Buffer.from(image.b64_json, "base64") };
  if (client.isOwn(image?.url)) return client.bytes(image.url, { signal });
  return typeof image?.url === "string" && URL.canParse(image.url)
    ? { contentType: "image/png", body: new URL(image.url) }
    : null;
}

const editParts = (input: Readonly<Record<string, unknown>>, files: readonly ProviderInput[]): FormPart[] => [
  ...Object.entries(input).map(([name, value]) => ({ name, value: String(value) })),
  ...files.map((file) => ({ name: "image[]", file, filename: file.storageId })),
];
