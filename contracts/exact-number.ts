/** From here on JSON writes a whole number with an exponent, and nobody takes its digits for exact. */
const WRITTEN_WITH_EXPONENT = 1e21;

/** A text of so many characters and without an exponent is within 2^53. */
export const ALWAYS_EXACT = 15;

/** Goes on with the sentence of a refusal. */
export const KEPT_EXACTLY =
  "whole numbers beyond 9007199254740991 are taken from 1e21 on, written with an exponent, and no number goes beyond 1.79e308. Send it as a text.";

/**
 * Whether JSON carries a number to everybody who reads it: it is finite, and when it is whole, it is within 2^53 or so large that
 * JSON writes it with an exponent (rules/edge 23).
 */
export const isExactNumber = (value: number): boolean =>
  Number.isFinite(value) &&
  (!Number.isInteger(value) || Number.isSafeInteger(value) || Math.abs(value) >= WRITTEN_WITH_EXPONENT);

/**
 * The same of a number as it is written. One beyond 2^53 must be written with an exponent too, and read as what it says: `1e300` is
 * kept, `9007199254740993e300` would come back as another number.
 */
export function isExactText(text: string): boolean {
  const value = Number(text);
  if (!isExactNumber(value)) return false;
  if (!Number.isInteger(value) || Number.isSafeInteger(value)) return true;
  return /e/i.test(text) && digitsOf(text) === digitsOf(String(value));
}

/** The digits of a number in JSON, without its sign, its point, its exponent and the zeros around it. The time that it takes is proportional to the length. */
function digitsOf(text: string): string {
  const digits = text.replace(/e.*$/i, "").replaceAll(/[-+.]/g, "");
  let [start, end] = [0, digits.length];
  while (digits[start] === "0") start += 1;
  while (end > start && digits[end - 1] === "0") end -= 1;
  return digits.slice(start, end);
}
