import { endOfString } from "./json-depth.js";

const QUOTE = 0x22;
const MINUS = 0x2d;
const ZERO = 0x30;
const NINE = 0x39;
/** What a number goes on with: digits, `+`, `-`, `.`, `e` and `E`. */
const PARTS = new Set(
  [...Array(10).keys()].map((digit) => ZERO + digit).concat(0x2b, MINUS, 0x2e, 0x65, 0x45),
);

/** Shorter whole numbers are exact. */
const EXACT_DIGITS = 15;

/**
 * The first number of a JSON text that would be another one once it is read: over the range of numbers, or whole, in
 * digits, and beyond 2^53. Null where there is none.
 */
export function inexactNumber(bytes: Uint8Array): string | null {
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (byte === QUOTE) at = endOfString(bytes, at);
    else if (byte === MINUS || (byte >= ZERO && byte <= NINE)) {
      const start = at;
      while (PARTS.has(bytes[at + 1] ?? 0)) at++;
      if (at - start < 2) continue;
      const text = Buffer.from(bytes.buffer, bytes.byteOffset + start, at + 1 - start).toString("latin1");
      if (isInexact(text)) return text;
    }
  }
  return null;
}

/** What a caller reads who sent such a number; null where all are kept as they are. */
export function inexactSentence(bytes: Uint8Array): string | null {
  const number = inexactNumber(bytes);
  return number === null
    ? null
    : `The body has the number ${number.slice(0, 40)}, which cannot be kept exactly: whole numbers go up to 9007199254740991, others up to 1.79e308.`;
}

function isInexact(text: string): boolean {
  if (/^-?\d+$/.test(text)) return text.length > EXACT_DIGITS && !Number.isSafeInteger(Number(text));
  return Math.abs(Number(text)) === Infinity;
}
