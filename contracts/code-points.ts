import { z } from "zod";

/** Counts the characters of a text as Kiln counts and bills them: by code points (rules/billing 3). */
export function countCodePoints(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/**
 * Returns true when a text has at most `max` code points; a text far longer than that is not read to its end.
 */
export const isWithinCodePoints = (text: string, max: number) =>
  text.length <= max || (text.length <= 2 * max && countCodePoints(text) <= max);

/** Returns a check of a text schema: at most `max` code points. What comes behind it does not see a text that is longer. */
export const atMostCodePoints = (max: number, error: string) =>
  z.refine<string>((text) => isWithinCodePoints(text, max), { error, abort: true });

/** Returns the text; one of more than `max` code points is cut to that many, the last of them an ellipsis. */
export const shortened = (text: string, max: number): string =>
  isWithinCodePoints(text, max) ? text : `${cutCodePoints(text, max - 1)}…`;

/** Returns the first `max` code points of a text; never half of a surrogate pair. */
export function cutCodePoints(text: string, max: number): string {
  let end = 0;
  let count = 0;
  for (const character of text) {
    if (count === max) return text.slice(0, end);
    end += character.length;
    count++;
  }
  return text;
}
