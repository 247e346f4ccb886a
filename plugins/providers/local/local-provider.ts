import {
  audioParams,
  imageParams,
  upscaleParams,
  videoParams,
} from "../../../contracts/generation-params.js";
import { defaultsOf } from "../../../contracts/model-defaults.js";
import { type Limits, scriptBeside } from "../../../runtime/process/studio/index.js";
import type { ModelProvider, ProviderJob } from "../../kit/model-provider.js";
import { ProviderError } from "../../kit/provider-error.js";
import type { PaintOrder } from "./canvas/paint.js";
import { MAX_REFERENCES } from "./canvas/reference-region.js";
import type { FilmOrder } from "./motion/make-film.js";
import type { SoundOrder } from "./sound/synthesise.js";
import { MAX_OUTPUT_PIXELS, MAX_SHARP_PIXELS, MAX_SIDE, type UpscaleOrder } from "./upscale/limits.js";
import type { SpeakOrder } from "./voice/speak.js";
import { JobInStudio, type MadeFile } from "./in-studio.js";
import type { CleanOrder, CleanPicture } from "./clean-picture.js";
import {
  LOCAL_CANVAS,
  LOCAL_CLEANUP,
  LOCAL_MOTION,
  LOCAL_MUSIC,
  LOCAL_SFX,
  LOCAL_UPSCALE,
  LOCAL_UPSCALE_SHARP,
  LOCAL_UPSCALE_VIDEO,
  LOCAL_VOICE,
  localModels,
} from "./models.js";
import { parse } from "./read-params.js";
import { cleanVoice, FILM, upscaleFilm } from "./recordings.js";

type Work = (job: ProviderJob, own: JobInStudio) => Promise<readonly MadeFile[]>;

/** Most jobs wait in the queue of the studio, so that there are several of each payer to choose from. */
const CONCURRENCY = 16;
const PER_PAYER = 2;
/** No panel is larger: the long side of a picture of 2K. */
const MAX_PANEL_EDGE = 2048;
const MAX_PICTURE_BYTES = 64 * 2 ** 20;

const script = (name: string) => scriptBeside(import.meta, name);
const DECODE: Limits = { cpuSeconds: 8, wallSeconds: 60, memoryMb: 256 };
const PAINT: Limits = { cpuSeconds: 120, wallSeconds: 600, memoryMb: 320 };
const SPEAK: Limits = { cpuSeconds: 300, wallSeconds: 900, memoryMb: 256 };
const SYNTHESISE: Limits = { cpuSeconds: 120, wallSeconds: 600, memoryMb: 256 };
const UPSCALE: Limits = { cpuSeconds: 60, wallSeconds: 600, memoryMb: 448 };

/**
 * All of its work happens in processes of the studio, which have a folder of their own below `folder`, and limits.
 * A repeat gives the same files and costs nothing upstream, so it is always allowed.
 */
export const makeLocalProvider = (folder: string): ModelProvider => ({
  id: "local",
  models: localModels,
  resubmit: "once",
  concurrency: CONCURRENCY,
  perPayer: PER_PAYER,

  async submit(job, ctx) {
    const work = WORK.get(job.model.id);
    if (work === undefined) throw new ProviderError("invalid_params", `local has no model ${job.model.id}.`);
    const outputs = await JobInStudio.run(folder, job, ctx, (own) => work(job, own));
    return { state: "succeeded", outputs };
  },
});

const WORK: ReadonlyMap<string, Work> = new Map([
  [LOCAL_CANVAS.id, paintImages],
  [LOCAL_MOTION.id, makeFilm],
  [LOCAL_UPSCALE.id, upscale],
  [LOCAL_UPSCALE_SHARP.id, upscale],
  [LOCAL_UPSCALE_VIDEO.id, upscaleFilm],
  [LOCAL_CLEANUP.id, cleanVoice],
  [LOCAL_VOICE.id, speak],
  [LOCAL_MUSIC.id, synthesise],
  [LOCAL_SFX.id, synthesise],
]);

/** The parameters of a job, with the resolution that is billed where it is left out (rules/models 52). */
const withDefaults = ({ model, params }: ProviderJob): object => {
  const { resolution } = defaultsOf(model);
  return { ...(resolution !== undefined && { resolution }), ...params };
};

async function paintImages(job: ProviderJob, own: JobInStudio): Promise<MadeFile[]> {
  const { referenceStorageIds = [], ...wish } = parse(imageParams, withDefaults(job));
  if (referenceStorageIds.length > MAX_REFERENCES)
    throw new ProviderError(
      "invalid_params",
      `local-canvas takes at most ${MAX_REFERENCES} reference images.`,
    );
  const references: string[] = [];
  for (const id of referenceStorageIds) {
    const field = `referenceStorageIds: ${id}`;
    const rule = { maxEdge: MAX_PANEL_EDGE, maxPixels: null, maxSide: null, isStill: false };
    references.push((await clean(own, id, field, rule)).path);
  }
  const { prompt, aspectRatio, resolution, numImages } = wish;
  const data: PaintOrder = {
    folder: own.folder,
    wish: { jobId: job.id, prompt, aspectRatio, resolution, numImages },
    references,
  };
  return own.do({ script: script("canvas/paint"), data, limits: PAINT }, null);
}

async function makeFilm(job: ProviderJob, own: JobInStudio): Promise<MadeFile[]> {
  const {
    duration,
    aspectRatio,
    prompt = "",
    resolution = "720p",
    generateAudio = true,
    ...media
  } = parse(videoParams, withDefaults(job));
  const rule = { maxEdge: MAX_PANEL_EDGE, maxPixels: null, maxSide: null, isStill: false };
  const frame = async (field: string, id: string | undefined) =>
    id === undefined ? null : (await clean(own, id, field, rule)).path;
  const first = await frame("startFrameStorageId", media.startFrameStorageId);
  const last = await frame("endFrameStorageId", media.endFrameStorageId);
  const between: string[] = [];
  for (const id of media.referenceImageStorageIds ?? [])
    between.push((await clean(own, id, `referenceImageStorageIds: ${id}`, rule)).path);
  const data: FilmOrder = {
    folder: own.folder,
    jobId: job.id,
    prompt,
    seconds: duration,
    aspectRatio,
    resolution,
    sound: generateAudio,
    first,
    last,
    between,
  };
  return own.do({ script: script("motion/make-film"), data, limits: FILM }, null);
}

async function upscale(job: ProviderJob, own: JobInStudio): Promise<MadeFile[]> {
  const { sourceStorageId } = parse(upscaleParams, job.params);
  const isSharp = job.model.id === LOCAL_UPSCALE_SHARP.id;
  const field = "sourceStorageId";
  const rule = {
    maxEdge: null,
    maxPixels: isSharp ? MAX_SHARP_PIXELS : MAX_OUTPUT_PIXELS / 4,
    maxSide: Math.floor(MAX_SIDE / 2),
    isStill: true,
  };
  const { path, format } = await clean(own, sourceStorageId, field, rule);
  const data: UpscaleOrder = { folder: own.folder, source: path, format, isSharp };
  return own.do({ script: script("upscale/upscale"), data, limits: UPSCALE }, null);
}

/** An untrusted picture as one of ours; nothing else of `local` looks at what was sent. */
async function clean(
  own: JobInStudio,
  storageId: string,
  field: string,
  rule: Omit<CleanOrder, "from" | "to">,
): Promise<CleanPicture & { path: string }> {
  const from = await own.bring(storageId, `brought-${storageId}`, {
    field,
    kinds: ["image"],
    what: "an image",
    maxBytes: MAX_PICTURE_BYTES,
  });
  const path = `${from}.png`;
  const data: CleanOrder = { from, to: path, ...rule };
  const cleaned = await own.do<CleanPicture>(
    { script: script("clean-picture"), data, limits: DECODE },
    field,
  );
  return { ...cleaned, path };
}

function speak(job: ProviderJob, own: JobInStudio): Promise<MadeFile[]> {
  const { prompt = "", voice = "slt" } = parse(audioParams, job.params);
  const data: SpeakOrder = { folder: own.folder, text: prompt, voice };
  return own.do({ script: script("voice/speak"), data, limits: SPEAK }, "prompt");
}

function synthesise(job: ProviderJob, own: JobInStudio): Promise<MadeFile[]> {
  const { prompt = "", durationSeconds } = parse(audioParams, job.params);
  const what = job.model.id === LOCAL_MUSIC.id ? "music" : "effect";
  const { capabilities } = job.model;
  // Without a wish a model makes the longest that it can (rules/billing 5).
  const longest = (capabilities.kind === "audio" ? capabilities.maxSeconds : undefined) ?? 30;
  const wish = { jobId: job.id, prompt, seconds: durationSeconds ?? longest };
  const data: SoundOrder = { folder: own.folder, what, wish };
  return own.do({ script: script("sound/synthesise"), data, limits: SYNTHESISE }, "prompt");
}
