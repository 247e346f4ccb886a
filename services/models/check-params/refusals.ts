import type { z } from "zod";
import { cutCodePoints } from "../../../contracts/code-points.js";
import { invalidParams, type ServiceError } from "../../../contracts/errors.js";
import type { Model } from "../../../contracts/models.js";

/** Code points of a caller's own text that an error repeats. */
const SHOWN = 80;

/** Shows a submitted or declared value in an error: short, and safe for any value. */
export function show(value: unknown): string {
  if (typeof value === "string") {
    const cut = cutCodePoints(value, SHOWN);
    return JSON.stringify(cut === value ? value : `${cut}…`);
  }
  if (value === null || typeof value === "number" || typeof value === "boolean") return String(value);
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

/** Names a field in an error: `params.duration`, `params["odd name"]`. */
export const name = (field: string) =>
  /^[A-Za-z]\w{0,79}$/.test(field) ? `params.${field}` : `params[${show(field)}]`;

/** Throws invalid_params for a missing parameter that this model needs; `what` says when or why. */
export function refuseMissing(field: string, what: string): never {
  throw invalidParams(`${name(field)} is required: ${what}.`);
}

/** A value that is none of the valid ones, which the error names. */
export const notOneOf = (field: string, given: string | number, valid: readonly unknown[]): ServiceError =>
  invalidParams(`${name(field)} must be ${oneOf(valid)}; got ${show(given)}.`);

/** A list that has more entries than the model takes. */
export const tooMany = (field: string, given: readonly unknown[], max: number): ServiceError =>
  invalidParams(
    `${name(field)} must have at most ${max} ${max === 1 ? "entry" : "entries"}; got ${given.length}.`,
  );

export const oneOf = (valid: readonly unknown[]) => `one of ${valid.map(show).join(", ")}`;
export const wholeUpTo = (max: number) => (max === 1 ? "1" : `a whole number from 1 to ${max}`);

/** Names of the capabilities that list the values of a field, by field. */
const LISTS = new Map([
  ["duration", "durations"],
  ["aspectRatio", "aspectRatios"],
  ["resolution", "resolutions"],
  ["quality", "qualities"],
  ["voice", "voices"],
  ["targetLanguage", "targetLanguages"],
]);

/**
 * Returns the values that the model declares for a field, in the words of an error; null when it declares
 * none.
 */
function validValues(able: Model["capabilities"], field: string): string | null {
  if (field === "numImages" && able.kind === "image") return wholeUpTo(able.maxImages);
  const list = LISTS.get(field);
  const values = Object.entries<unknown>(able).find(([key]) => key === list)?.[1];
  return Array.isArray(values) ? oneOf(values) : null;
}

/**
 * Makes the refusal of params that do not have the shape of their kind: the first issue, with the values that
 * the model declares for its field.
 */
export function shapeRefusal(
  issues: readonly z.core.$ZodIssue[],
  able: Model["capabilities"],
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
