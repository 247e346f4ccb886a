import { invalidParams } from "../../../contracts/errors.js";
import {
  imageParams,
  type ImageParams,
  upscaleParams,
  type UpscaleParams,
} from "../../../contracts/generation-params.js";
import type { ImageCapabilities, UpscaleCapabilities } from "../../../contracts/models.js";
import { checkAudio } from "./audio.js";
import { type CapableModel, type CheckedParams, readShape, requireOneOf, withMedia } from "./check-fields.js";
import { show, wholeUpTo } from "./refusals.js";
import { checkVideo } from "./video.js";

/**
 * Checks submitted `params` against a model's capabilities (rules/models 8 to 20).
 * Throws invalid_params, and nothing else, with one sentence that names the field and what is valid.
 * Stored objects are not looked at: `media` says which must exist and of what kind.
 */
export function checkParams(model: CapableModel, params: unknown): CheckedParams {
  if (!isRecord(params)) throw invalidParams(`params must be an object; got ${show(params)}.`);
  const able = model.capabilities;
  checkKind(model, params.kind);
  switch (able.kind) {
    case "video":
      return checkVideo(model, able, params);
    case "image":
      return checkImage(model, able, params);
    case "audio":
      return checkAudio(model, able, params);
    case "upscale":
      return checkUpscale(model, able, params);
  }
}

function checkKind(model: CapableModel, given: unknown): void {
  const { kind } = model.capabilities;
  if (given === kind) return;
  const got = given === undefined ? "it is missing" : `got ${show(given)}`;
  throw invalidParams(`params.kind must be ${show(kind)}, the kind of the model ${model.id}; ${got}.`);
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** `params` of an image (rules/models 13). Throws invalid_params. */
function checkImage(
  model: CapableModel,
  able: ImageCapabilities,
  submitted: Readonly<Record<string, unknown>>,
): CheckedParams<ImageParams> {
  const params = readShape(imageParams, model, imageTakes(able), submitted);
  requireOneOf("aspectRatio", params.aspectRatio, able.aspectRatios);
  if (params.numImages > able.maxImages)
    throw invalidParams(`params.numImages must be ${wholeUpTo(able.maxImages)}; got ${params.numImages}.`);
  if (params.resolution !== undefined) requireOneOf("resolution", params.resolution, able.resolutions ?? []);
  if (params.quality !== undefined) requireOneOf("quality", params.quality, able.qualities ?? []);
  return withMedia(params, { referenceStorageIds: ["image"] });
}

const imageTakes = (able: ImageCapabilities): Record<keyof ImageParams, boolean> => ({
  kind: true,
  prompt: true,
  aspectRatio: true,
  numImages: true,
  resolution: (able.resolutions ?? []).length > 0,
  quality: (able.qualities ?? []).length > 0,
  referenceStorageIds: able.supportsImageReference,
});

/** `params` of an upscale (rules/models 18). Throws invalid_params. */
function checkUpscale(
  model: CapableModel,
  able: UpscaleCapabilities,
  submitted: Readonly<Record<string, unknown>>,
): CheckedParams<UpscaleParams> {
  const params = readShape(upscaleParams, model, UPSCALE_TAKES, submitted);
  return withMedia(params, { sourceStorageId: able.supportedTypes });
}

const UPSCALE_TAKES: Record<keyof UpscaleParams, boolean> = {
  kind: true,
  sourceStorageId: true,
  durationSeconds: true,
};
