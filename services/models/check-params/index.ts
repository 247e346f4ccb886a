import { invalidParams } from "../../../contracts/errors.js";
import { checkAudio } from "./audio.js";
import type { CheckedParams } from "./checked-params.js";
import { checkImage } from "./image.js";
import type { CapableModel } from "./read-shape.js";
import { show } from "./refusals.js";
import { checkUpscale } from "./upscale.js";
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
