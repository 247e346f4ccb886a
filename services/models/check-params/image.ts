import { invalidParams } from "../../../contracts/errors.js";
import { imageParams, type ImageParams } from "../../../contracts/generation-params.js";
import type { ImageCapabilities } from "../../../contracts/models.js";
import { withMedia, type CheckedParams } from "./checked-params.js";
import { readShape, type CapableModel } from "./read-shape.js";
import { requireOneOf, wholeUpTo } from "./refusals.js";

/** `params` of an image (rules/models 13). Throws invalid_params. */
export function checkImage(
  model: CapableModel,
  able: ImageCapabilities,
  submitted: Readonly<Record<string, unknown>>,
): CheckedParams<ImageParams> {
  const params = readShape(imageParams, model, takes(able), submitted);
  requireOneOf("aspectRatio", params.aspectRatio, able.aspectRatios);
  if (params.numImages > able.maxImages)
    throw invalidParams(`params.numImages must be ${wholeUpTo(able.maxImages)}; got ${params.numImages}.`);
  if (params.resolution !== undefined) requireOneOf("resolution", params.resolution, able.resolutions ?? []);
  if (params.quality !== undefined) requireOneOf("quality", params.quality, able.qualities ?? []);
  return withMedia(params, { referenceStorageIds: ["image"] });
}

const takes = (able: ImageCapabilities): Record<keyof ImageParams, boolean> => ({
  kind: true,
  prompt: true,
  aspectRatio: true,
  numImages: true,
  resolution: (able.resolutions ?? []).length > 0,
  quality: (able.qualities ?? []).length > 0,
  referenceStorageIds: able.supportsImageReference,
});
