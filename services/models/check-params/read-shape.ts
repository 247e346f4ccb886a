import type { z } from "zod";
import { invalidParams, type ServiceError } from "../../../contracts/errors.js";
import { PARAM_LIMITS } from "../../../contracts/generation-params.js";
import type { Model } from "../../../contracts/models.js";
import { name, oneOf, requireAtMost, show, wholeUpTo } from "./refusals.js";

type Capabilities = Model["capabilities"];
export type CapableModel = Pick<Model, "id" | "capabilities">;

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

/** Which capability lists the values of a field. */
const LISTS = new Map([
  ["duration", "durations"],
  ["aspectRatio", "aspectRatios"],
  ["resolution", "resolutions"],
  ["quality", "qualities"],
  ["voice", "voices"],
  ["targetLanguage", "targetLanguages"],
]);

/** What the model declares for a field, as errors say it; null where it declares nothing. */
function validValues(able: Capabilities, field: string): string | null {
  if (field === "numImages" && able.kind === "image") return wholeUpTo(able.maxImages);
  const list = LISTS.get(field);
  const values = Object.entries<unknown>(able).find(([key]) => key === list)?.[1];
  return Array.isArray(values) ? oneOf(values) : null;
}

function shapeRefusal(
  issues: readonly z.core.$ZodIssue[],
  able: Capabilities,
  params: Readonly<Record<string, unknown>>,
): ServiceError {
  const [field = "", index] = issues[0]?.path ?? [];
  const given = params[String(field)];
  const message = issues[0]?.message ?? "is not valid";
  const valid = validValues(able, String(field));
  if (given === undefined)
    return invalidParams(`${name(String(field))} is required and ${valid ? `must be ${valid}` : message}.`);
  if (valid) return invalidParams(`${name(String(field))} ${message}, ${valid}; got ${show(given)}.`);
  if (typeof index !== "number" || !Array.isArray(given))
    return invalidParams(`${name(String(field))} ${message}; got ${show(given)}.`);
  return invalidParams(`${name(String(field))}[${index}] ${message}; got ${show(given[index])}.`);
}
