import type { Capabilities, Model } from "../../contracts/models.js";
import {
  type SampleIds,
  sampleParams,
  type SampleParams,
} from "../../plugins/kit/conformance/sample-params.js";

/** Parameters of a job. A refusal must match `names`; without it the job is accepted. */
export interface Variant {
  params: SampleParams;
  names?: RegExp;
}

const LISTS: Readonly<Record<string, string>> = {
  durations: "duration",
  aspectRatios: "aspectRatio",
  resolutions: "resolution",
  qualities: "quality",
  voices: "voice",
  targetLanguages: "targetLanguage",
};
const COUNTS: Readonly<Record<string, string>> = {
  maxReferenceImages: "referenceImageStorageIds",
  maxReferenceVideos: "referenceVideoStorageIds",
  maxReferenceAudios: "referenceAudioStorageIds",
};
const FRAMES: Readonly<Record<string, string>> = {
  supportsFirstFrame: "startFrameStorageId",
  supportsLastFrame: "endFrameStorageId",
};
const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Returns values that a list does not have: whole numbers between and around its numbers, and a longer string. */
function besides(values: readonly (string | number)[]): (string | number)[] {
  const numbers = values.filter((value) => typeof value === "number");
  if (numbers.length === 0) return [`${values[0]}x`];
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
  const whole = Array.from({ length: Math.floor(most - least) + 3 }, (_, at) => Math.floor(least) - 1 + at);
  return [...whole.filter((value) => !numbers.includes(value)), least + 0.5];
}

/** Returns a job for every value that a model declares, and for values beside each of them that the model does not declare. */
export function variantsOf({ capabilities }: Pick<Model, "capabilities">, ids: SampleIds): Variant[] {
  const base = sampleParams(capabilities, ids);
  const found: Variant[] = [{ params: base }];
  const add = (change: object, names?: RegExp) =>
    found.push({ params: { ...base, ...change }, ...(names && { names }) });
  const able = capabilities as Capabilities & Record<string, unknown>;
  for (const [list, field] of Object.entries(LISTS)) {
    const values = able[list] as (string | number)[] | undefined;
    if (values === undefined) continue;
    for (const value of values) add({ [field]: value });
    const known = new RegExp(values.map((value) => escaped(String(value))).join(".*"), "s");
    for (const beside of besides(values)) add({ [field]: beside }, known);
  }
  for (const [count, field] of Object.entries(COUNTS)) {
    const most = able[count] as number | undefined;
    if (most === undefined) continue;
    const id = field.includes("Image") ? ids.image : field.includes("Video") ? ids.video : ids.audio;
    if (most > 0) add({ [field]: Array.from({ length: most }, () => id) });
    add({ [field]: Array.from({ length: most + 1 }, () => id) }, new RegExp(field));
  }
  for (const [flag, field] of Object.entries(FRAMES)) {
    if (able[flag] === undefined) continue;
    add({ [field]: ids.image }, able[flag] ? undefined : new RegExp(field));
  }
  if (able.kind === "video")
    add({ generateAudio: false }, able.supportsAudioToggle ? undefined : /generateAudio/);
  if (able.kind === "image") {
    add({ numImages: able.maxImages });
    add({ numImages: able.maxImages + 1 }, new RegExp(String(able.maxImages)));
    add({ numImages: 0 }, /numImages/);
    add(
      { referenceStorageIds: [ids.image] },
      able.supportsImageReference ? undefined : /referenceStorageIds/,
    );
  }
  if (able.kind === "audio") {
    const { category, supportsStyleInstructions, minSeconds, maxSeconds } = able;
    if (category === "tts")
      add({ styleInstructions: "calm" }, supportsStyleInstructions ? undefined : /styleInstructions/);
    if (category === "music")
      add({ instrumental: true }, able.supportsInstrumental ? undefined : /instrumental/);
    if (category === "music") add({ lyrics: "la" }, able.supportsLyrics ? undefined : /lyrics/);
    if (category === "music" || category === "sfx" || category === "cleanup") {
      if (minSeconds !== undefined) add({ durationSeconds: minSeconds });
      if (minSeconds !== undefined)
        add({ durationSeconds: minSeconds * 0.9 }, new RegExp(escaped(String(minSeconds))));
      if (maxSeconds !== undefined) add({ durationSeconds: maxSeconds });
      if (maxSeconds !== undefined) add({ durationSeconds: maxSeconds + 1 }, new RegExp(String(maxSeconds)));
    }
  }
  if (able.kind === "upscale")
    for (const type of ["image", "video"] as const)
      add({ sourceStorageId: ids[type] }, able.supportedTypes.includes(type) ? undefined : /sourceStorageId/);
  add({ nonsense: 1 }, /nonsense/);
  return found;
}
