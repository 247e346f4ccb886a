import { invalidParams } from "../../../contracts/errors.js";
import { videoParams, type VideoParams } from "../../../contracts/generation-params.js";
import type { VideoCapabilities } from "../../../contracts/models.js";
import {
  type CapableModel,
  type CheckedParams,
  readShape,
  requireAtMost,
  requireOneOf,
  withMedia,
} from "./check-fields.js";
import { refuseMissing } from "./refusals.js";

/** `params` of a video (rules/models 11 and 12). Throws invalid_params. */
export function checkVideo(
  model: CapableModel,
  able: VideoCapabilities,
  submitted: Readonly<Record<string, unknown>>,
): CheckedParams<VideoParams> {
  const params = readShape(videoParams, model, takes(able), submitted);
  if (able.requiresSourceVideo) {
    if (params.sourceVideoStorageId === undefined)
      refuseMissing("sourceVideoStorageId", `the model ${model.id} works on a source video`);
  } else if (params.prompt === undefined) refuseMissing("prompt", "it says what to make");
  requireOneOf("duration", params.duration, able.durations);
  requireOneOf("aspectRatio", params.aspectRatio, able.aspectRatios);
  if (params.resolution !== undefined) requireOneOf("resolution", params.resolution, able.resolutions ?? []);
  requireAtMost("referenceImageStorageIds", params.referenceImageStorageIds, able.maxReferenceImages);
  requireAtMost("referenceVideoStorageIds", params.referenceVideoStorageIds, able.maxReferenceVideos);
  requireAtMost("referenceAudioStorageIds", params.referenceAudioStorageIds, able.maxReferenceAudios);
  checkReferenceImage(model, able, params);
  // `supportsAudioToggle` honours `false`; `true` asks for what every model does anyway (rules/models 20).
  if (params.generateAudio === false && !able.supportsAudioToggle)
    throw invalidParams(
      `params.generateAudio must be true or left out; got false. The model ${model.id} cannot leave the sound away.`,
    );
  return withMedia(params, {
    sourceVideoStorageId: ["video"],
    startFrameStorageId: ["image"],
    endFrameStorageId: ["image"],
    referenceImageStorageIds: ["image"],
    referenceVideoStorageIds: ["video"],
    referenceAudioStorageIds: ["audio"],
  });
}

const takes = (able: VideoCapabilities): Record<keyof VideoParams, boolean> => ({
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
});

function checkReferenceImage(model: CapableModel, able: VideoCapabilities, params: VideoParams): void {
  if (!able.requiresReferenceImage || params.startFrameStorageId !== undefined) return;
  if ((params.referenceImageStorageIds ?? []).length > 0) return;
  const ways = [
    able.supportsFirstFrame ? "params.startFrameStorageId" : "",
    able.maxReferenceImages > 0 ? "at least one entry in params.referenceImageStorageIds" : "",
  ];
  throw invalidParams(`The model ${model.id} needs ${ways.filter((way) => way !== "").join(" or ")}.`);
}
