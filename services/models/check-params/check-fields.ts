import type { z } from "zod";
import { invalidParams } from "../../../contracts/errors.js";
import { type GenerationParams, PARAM_LIMITS } from "../../../contracts/generation-params.js";
import type { Model } from "../../../contracts/models.js";
import { name, oneOf, shapeRefusal, show } from "./refusals.js";

export type CapableModel = Pick<Model, "id" | "capabilities">;

/** The major part of a content type (rules/models 21). */
export type MediaKind = "image" | "video" | "audio";

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
 * Types `params` by the shape of their kind. Throws invalid_params for a parameter outside `takes`
 * (unknown, of another kind or category, or not supported by this model), naming those that are
 * valid, and for a missing or mistyped one.
 */
export function readShape<S extends z.ZodObject>(
  shape: S,
  model: CapableModel,
  takes: Readonly<Record<string, boolean>>,
  params: Readonly<Record<string, unknown>>,
): z.infer<S> {
  for (const [field, value] of Object.entries(params)) {
    // before zod reads the entries: a body may hold a million
    if (Array.isArray(value)) requireAtMost(field, value, PARAM_LIMITS.references);
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

/** Throws invalid_params unless `given` is one of `valid`; names the field, the value and the valid values. */
export function requireOneOf<T extends string | number>(field: string, given: T, valid: readonly T[]): void {
  if (valid.includes(given)) return;
  throw invalidParams(`${name(field)} must be ${oneOf(valid)}; got ${show(given)}.`);
}

/** Throws invalid_params when a list has more entries than the model takes. */
export function requireAtMost(field: string, given: readonly unknown[] | undefined, max: number): void {
  if (given === undefined || given.length <= max) return;
  throw invalidParams(
    `${name(field)} must have at most ${max} ${max === 1 ? "entry" : "entries"}; got ${given.length}.`,
  );
}

/** Adds the media inputs that `accepts` finds in `params`. */
export function withMedia<P extends GenerationParams>(
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
