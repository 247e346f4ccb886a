import { cutCodePoints } from "../../../contracts/code-points.js";
import { invalidParams } from "../../../contracts/errors.js";

/** How much of a caller's own text an error repeats. */
const SHOWN = 80;

/** A submitted or declared value as an error shows it: short, and safe for any value. */
export function show(value: unknown): string {
  if (typeof value === "string") {
    const cut = cutCodePoints(value, SHOWN);
    return JSON.stringify(cut === value ? value : `${cut}…`);
  }
  if (value === null || typeof value === "number" || typeof value === "boolean") return String(value);
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

/** A field as errors name it: `params.duration`, `params["odd name"]`. */
export const name = (field: string) =>
  /^[A-Za-z]\w{0,79}$/.test(field) ? `params.${field}` : `params[${show(field)}]`;

/** Throws invalid_params: a parameter that this model needs is missing. `what` says when or why. */
export function refuseMissing(field: string, what: string): never {
  throw invalidParams(`${name(field)} is required: ${what}.`);
}

export const oneOf = (valid: readonly unknown[]) => `one of ${valid.map(show).join(", ")}`;
export const wholeUpTo = (max: number) => (max === 1 ? "1" : `a whole number from 1 to ${max}`);

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
