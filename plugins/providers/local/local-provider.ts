import type { z } from "zod";
import { imageParams, upscaleParams } from "../../../contracts/generation-params.js";
import type {
  ModelProvider,
  ProviderContext,
  ProviderJob,
  ProviderOutput,
} from "../../kit/model-provider.js";
import { ProviderError } from "../../kit/provider-error.js";
import { LOCAL_CANVAS, LOCAL_UPSCALE, localModels } from "./models.js";
import { readPicture } from "./read-picture.js";

type Work = (job: ProviderJob, ctx: ProviderContext) => Promise<ProviderOutput[]>;

/**
 * What works on pixels is loaded when it is first needed: libvips takes 20 MB.
 *
 * A repeat gives the same files and costs nothing upstream, so it is always allowed.
 */
export const localProvider: ModelProvider = {
  id: "local",
  models: localModels,
  resubmit: "once",

  async submit(job, ctx) {
    ctx.signal.throwIfAborted();
    const work = WORK.get(job.model.id);
    if (work === undefined) throw new ProviderError("invalid_params", `local has no model ${job.model.id}.`);
    return { state: "succeeded", outputs: await work(job, ctx) };
  },
};

const WORK: ReadonlyMap<string, Work> = new Map([
  [LOCAL_CANVAS.id, paintImages],
  [LOCAL_UPSCALE.id, upscale],
]);

async function paintImages(job: ProviderJob, { signal, input }: ProviderContext): Promise<ProviderOutput[]> {
  const params = parse(imageParams, job.params);
  const references: Buffer[] = [];
  for (const id of params.referenceStorageIds ?? []) {
    references.push(await readPicture(await input(id), `referenceStorageIds: ${id}`));
    signal.throwIfAborted();
  }
  const { renderImages } = await import("./canvas/render-image.js");
  const images = await renderImages({ ...params, jobId: job.id, references }, signal);
  return images.map((body) => ({ contentType: "image/png", body }));
}

async function upscale(job: ProviderJob, { signal, input }: ProviderContext): Promise<ProviderOutput[]> {
  const { sourceStorageId } = parse(upscaleParams, job.params);
  const bytes = await readPicture(await input(sourceStorageId), "sourceStorageId");
  signal.throwIfAborted();
  const { upscaleImage } = await import("./upscale/upscale-image.js");
  return [await upscaleImage(bytes, signal)];
}

function parse<T>(schema: z.ZodType<T>, params: unknown): T {
  const parsed = schema.safeParse(params);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new ProviderError("invalid_params", `params.${issue.path.join(".")} ${issue.message}`);
}
