/**
 * Smallest number that JSON writes with an exponent; readers do not take the digits of such a number for
 * exact.
 */
const WRITTEN_WITH_EXPONENT = 1e21;

/** Length of the longest texts without an exponent that are always within 2^53. */
export const ALWAYS_EXACT = 15;

/** End of the sentence that refuses an inexact number. */
export const KEPT_EXACTLY =
  "whole numbers beyond 9007199254740991 are taken from 1e21 on, written with an exponent, and no number goes beyond 1.79e308. Send it as a text.";

/**
 * Returns true when JSON carries a number to all its readers: the number is finite and, when it is whole,
 * within 2^53 or so large that JSON writes it with an exponent (rules/edge 23).
 */
export const isExactNumber = (value: number): boolean =>
  Number.isFinite(value) &&
  (!Number.isInteger(value) || Number.isSafeInteger(value) || Math.abs(value) >= WRITTEN_WITH_EXPONENT);

/**
 * Returns true when JSON keeps a number in its written form. A number beyond 2^53 must also be written with
 * an exponent and be read as the value that it says: `1e300` is kept, `9007199254740993e300` would come back
 * as another number.
 */
export function isExactText(text: string): boolean {
  const value = Number(text);
  if (!isExactNumber(value)) return false;
  if (!Number.isInteger(value) || Number.isSafeInteger(value)) return true;
  return /e/i.test(text) && digitsOf(text) === digitsOf(String(value));
}

/**
 * Returns the digits of a number in JSON, without its sign, its point, its exponent and the zeros around it,
 * in time proportional to the length.
 */
function digitsOf(text: string): string {
  const [mantissa = ""] = text.split(/e/i, 1);
  const digits = mantissa.replaceAll(/[-+.]/g, "");
  let [start, end] = [0, digits.length];
  while (digits[start] === "0") start += 1;
  while (end > start && digits[end - 1] === "0") end -= 1;
  return digits.slice(start, end);
}
