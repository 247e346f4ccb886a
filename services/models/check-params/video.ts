import { invalidParams } from "../../../contracts/errors.js";
import { videoParams, type VideoParams } from "../../../contracts/generation-params.js";
import type { VideoCapabilities } from "../../../contracts/models.js";
import { notOneOf, refuseMissing, tooMany } from "./refusals.js";
import type { CapableModel, KindRules } from "./kind-rules.js";

/** `params` of a video (rules/models 11 and 12). */
export const video: KindRules<VideoCapabilities, VideoParams> = {
  shape: videoParams,
  takes: (able) => ({
    kind: true,
    prompt: true,
    duration: true,
    aspectRatio: true,
    resolution: (able.resolutions ?? []).length > 0,
    sourceVideoStorageId: able.requiresSourceVideo,
    startFrameStorageId: able.supportsFirstFrame,
    endFrameStorageId: able.supportsLastFrame,
    referenceImageStorageIds: able.maxReferenceImages > 0,
    referenceVideoStorageIds: able.maxReferenceVideos > 0,
    referenceAudioStorageIds: able.maxReferenceAudios > 0,
    generateAudio: true,
  }),
  check(model, able, params) {
    if (able.requiresSourceVideo) {
      if (params.sourceVideoStorageId === undefined)
        refuseMissing("sourceVideoStorageId", `the model ${model.id} works on a source video`);
    } else if (params.prompt === undefined) refuseMissing("prompt", "it says what to make");
    checkChoices(able, params);
    checkReferences(able, params);
    checkReferenceImage(model, able, params);
    // `supportsAudioToggle` honours `false`; `true` asks for what every model does anyway (rules/models 20).
    if (params.generateAudio === false && !able.supportsAudioToggle)
      throw invalidParams(
        `params.generateAudio must be true or left out; got false. The model ${model.id} cannot leave the sound away.`,
      );
  },
  media: () => ({
    sourceVideoStorageId: ["video"],
    startFrameStorageId: ["image"],
    endFrameStorageId: ["image"],
    referenceImageStorageIds: ["image"],
    referenceVideoStorageIds: ["video"],
    referenceAudioStorageIds: ["audio"],
  }),
};

function checkChoices(
  { durations, aspectRatios, resolutions = [] }: VideoCapabilities,
  { duration, aspectRatio, resolution }: VideoParams,
): void {
  if (!durations.includes(duration)) throw notOneOf("duration", duration, durations);
  if (!aspectRatios.includes(aspectRatio)) throw notOneOf("aspectRatio", aspectRatio, aspectRatios);
  if (resolution !== undefined && !resolutions.includes(resolution))
    throw notOneOf("resolution", resolution, resolutions);
}

function checkReferences(able: VideoCapabilities, params: VideoParams): void {
  const given = [
    ["referenceImageStorageIds", params.referenceImageStorageIds, able.maxReferenceImages],
    ["referenceVideoStorageIds", params.referenceVideoStorageIds, able.maxReferenceVideos],
    ["referenceAudioStorageIds", params.referenceAudioStorageIds, able.maxReferenceAudios],
  ] as const;
  for (const [field, ids = [], max] of given) if (ids.length > max) throw tooMany(field, ids, max);
}

function checkReferenceImage(model: CapableModel, able: VideoCapabilities, params: VideoParams): void {
  if (!able.requiresReferenceImage || params.startFrameStorageId !== undefined) return;
  if ((params.referenceImageStorageIds ?? []).length > 0) return;
  const ways = [
    able.supportsFirstFrame ? "params.startFrameStorageId" : "",
    able.maxReferenceImages > 0 ? "at least one entry in params.referenceImageStorageIds" : "",
  ];
  throw invalidParams(`The model ${model.id} needs ${ways.filter((way) => way !== "").join(" or ")}.`);
}
