import type { z } from "zod";
import { invalidParams } from "../../../contracts/errors.js";
import {
  type GenerationParams,
  imageParams,
  type ImageParams,
  PARAM_LIMITS,
  upscaleParams,
  type UpscaleParams,
} from "../../../contracts/generation-params.js";
import type { Capabilities, ImageCapabilities, UpscaleCapabilities } from "../../../contracts/models.js";
import { audio } from "./audio.js";
import { name, notOneOf, shapeRefusal, show, tooMany, wholeUpTo } from "./refusals.js";
import { video } from "./video.js";
import type { CapableModel, KindRules, MediaKind } from "./kind-rules.js";

/** A stored object that a job reads: where it was named, its id in lower case, what it may be. */
export interface MediaInput {
  /** `startFrameStorageId`, `referenceImageStorageIds[1]` */
  field: string;
  storageId: string;
  kinds: readonly MediaKind[];
}

export interface CheckedParams<P extends GenerationParams = GenerationParams> {
  /** Exactly as submitted: nothing trimmed, no defaults. */
  params: P;
  /** In the order of the fields; an object that is named twice is listed twice. */
  media: readonly MediaInput[];
}

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
      return checkBy(video, model, able, params);
    case "image":
      return checkBy(image, model, able, params);
    case "audio":
      return checkBy(audio, model, able, params);
    case "upscale":
      return checkBy(upscale, model, able, params);
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

function checkBy<A extends Capabilities, P extends GenerationParams>(
  rules: KindRules<A, P>,
  model: CapableModel,
  able: A,
  submitted: Readonly<Record<string, unknown>>,
): CheckedParams<P> {
  const params = readShape(rules.shape, model, rules.takes(able), submitted);
  rules.check(model, able, params);
  return withMedia(params, rules.media(able));
}

/**
 * Types `params` by the shape of their kind. Throws invalid_params for a parameter outside `takes`
 * (unknown, of another kind or category, or not supported by this model), naming those that are
 * valid, and for a missing or mistyped one.
 */
function readShape<P>(
  shape: z.ZodType<P>,
  model: CapableModel,
  takes: Readonly<Record<string, boolean>>,
  params: Readonly<Record<string, unknown>>,
): P {
  for (const [field, value] of Object.entries(params)) {
    // before zod reads the entries: a body may hold a million
    if (Array.isArray(value) && value.length > PARAM_LIMITS.references)
      throw tooMany(field, value, PARAM_LIMITS.references);
    if (Object.hasOwn(takes, field) && (takes[field] || asksNothing(value))) continue;
    const valid = Object.keys(takes).filter((known) => takes[known]);
    throw invalidParams(
      `${name(field)} is not a parameter of the model ${model.id}. It takes: ${valid.join(", ")}.`,
    );
  }
  const result = shape.safeParse(params);
  if (result.success) return result.data;
  throw shapeRefusal(result.error.issues, model.capabilities, params);
}

/** An absent value or an empty list is no use of a parameter, also where the model does not support it. */
const asksNothing = (value: unknown) => value === undefined || (Array.isArray(value) && value.length === 0);

/** Adds the media inputs that `accepts` finds in `params`. */
function withMedia<P extends GenerationParams>(
  params: P,
  accepts: { readonly [F in keyof P & string]?: readonly MediaKind[] },
): CheckedParams<P> {
  const media: MediaInput[] = [];
  const add = (field: string, storageId: string, kinds: readonly MediaKind[]) =>
    media.push({ field, storageId: storageId.toLowerCase(), kinds });
  for (const [field, value] of Object.entries<unknown>(params)) {
    const kinds = kindsOf(accepts, field);
    if (kinds === undefined) continue;
    if (typeof value === "string") add(field, value, kinds);
    else if (Array.isArray(value))
      value.forEach((storageId: string, index) => add(`${field}[${index}]`, storageId, kinds));
  }
  return { params, media };
}

const kindsOf = (accepts: Readonly<Record<string, readonly MediaKind[] | undefined>>, field: string) =>
  Object.hasOwn(accepts, field) ? accepts[field] : undefined;

/** `params` of an image (rules/models 13). */
const image: KindRules<ImageCapabilities, ImageParams> = {
  shape: imageParams,
  takes: (able) => ({
    kind: true,
    prompt: true,
    aspectRatio: true,
    numImages: true,
    resolution: (able.resolutions ?? []).length > 0,
    quality: (able.qualities ?? []).length > 0,
    referenceStorageIds: able.supportsImageReference,
  }),
  check(_model, { aspectRatios, maxImages, resolutions = [], qualities = [] }, params) {
    const { aspectRatio, numImages, resolution, quality } = params;
    if (!aspectRatios.includes(aspectRatio)) throw notOneOf("aspectRatio", aspectRatio, aspectRatios);
    if (numImages > maxImages)
      throw invalidParams(`params.numImages must be ${wholeUpTo(maxImages)}; got ${numImages}.`);
    if (resolution !== undefined && !resolutions.includes(resolution))
      throw notOneOf("resolution", resolution, resolutions);
    if (quality !== undefined && !qualities.includes(quality)) throw notOneOf("quality", quality, qualities);
  },
  media: () => ({ referenceStorageIds: ["image"] }),
};

/** `params` of an upscale (rules/models 18). */
const upscale: KindRules<UpscaleCapabilities, UpscaleParams> = {
  shape: upscaleParams,
  takes: () => ({ kind: true, sourceStorageId: true, durationSeconds: true }),
  check() {},
  media: (able) => ({ sourceStorageId: able.supportedTypes }),
};
