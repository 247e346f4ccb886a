import { audioParams, upscaleParams } from "../../../contracts/generation-params.js";
import { type Limits, scriptBeside } from "../../../runtime/process/studio/index.js";
import type { ProviderJob } from "../../kit/model-provider.js";
import { ProviderError } from "../../kit/provider-error.js";
import type { CleanVoiceOrder } from "./cleanup/clean-voice.js";
import type { JobInStudio, MadeFile } from "./in-studio.js";
import { parse } from "./read-params.js";
import { MAX_FILM_SECONDS } from "./upscale/limits.js";
import type { UpscaleFilmOrder } from "./upscale/upscale-film.js";

/** What ffmpeg reads of untrusted files is read in these works alone, guarded (`plugins/kit/ffmpeg/guards.ts`). */
const script = (name: string) => scriptBeside(import.meta, name);
const MAX_BYTES = 512 * 2 ** 20;
/** Where ffmpeg runs as WebAssembly it takes four times as long, and 200 MB more. */
export const FILM: Limits = { cpuSeconds: 400, wallSeconds: 850, memoryMb: 640 };
const CLEAN_VOICE: Limits = { cpuSeconds: 120, wallSeconds: 600, memoryMb: 448 };
const FIELD = "sourceStorageId";

/** Doubles both sides of a video. */
export async function upscaleFilm(job: ProviderJob, own: JobInStudio): Promise<MadeFile[]> {
  const { sourceStorageId, durationSeconds } = parse(upscaleParams, job.params);
  if (durationSeconds > MAX_FILM_SECONDS)
    throw new ProviderError(
      "invalid_params",
      `durationSeconds must be at most ${MAX_FILM_SECONDS} for ${job.model.id}.`,
    );
  const rule = { field: FIELD, kinds: ["video"], what: "a video", maxBytes: MAX_BYTES };
  const source = await own.bring(sourceStorageId, "film", rule);
  const data: UpscaleFilmOrder = { folder: own.folder, source, seconds: durationSeconds };
  return own.do({ script: script("upscale/upscale-film"), data, limits: FILM }, FIELD);
}

/** Takes the noise out of a voice. */
export async function cleanVoice(job: ProviderJob, own: JobInStudio): Promise<MadeFile[]> {
  const { sourceStorageId, durationSeconds } = parse(audioParams, job.params);
  if (sourceStorageId === undefined || durationSeconds === undefined)
    throw new ProviderError("invalid_params", `${job.model.id} needs sourceStorageId and durationSeconds.`);
  const rule = { field: FIELD, kinds: ["audio"], what: "audio", maxBytes: MAX_BYTES };
  const source = await own.bring(sourceStorageId, "recording", rule);
  const data: CleanVoiceOrder = { folder: own.folder, source, seconds: durationSeconds };
  return own.do({ script: script("cleanup/clean-voice"), data, limits: CLEAN_VOICE }, FIELD);
}
