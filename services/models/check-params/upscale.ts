import { upscaleParams, type UpscaleParams } from "../../../contracts/generation-params.js";
import type { UpscaleCapabilities } from "../../../contracts/models.js";
import { withMedia, type CheckedParams } from "./checked-params.js";
import { readShape, type CapableModel } from "./read-shape.js";

/** `params` of an upscale (rules/models 18). Throws invalid_params. */
export function checkUpscale(
  model: CapableModel,
  able: UpscaleCapabilities,
  submitted: Readonly<Record<string, unknown>>,
): CheckedParams<UpscaleParams> {
  const params = readShape(upscaleParams, model, TAKES, submitted);
  return withMedia(params, { sourceStorageId: able.supportedTypes });
}

const TAKES: Record<keyof UpscaleParams, boolean> = {
  kind: true,
  sourceStorageId: true,
  durationSeconds: true,
};
