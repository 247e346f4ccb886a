import { invalidParams } from "../../contracts/errors.js";
import { ALWAYS_EXACT, isExactText, KEPT_EXACTLY } from "../../contracts/exact-number.js";

const JSON_TYPE = /^application\/json\s*(;|$)/i;

/**
 * Reads a body that must be a JSON object. Throws `invalid_params` for another content type or value, for too much of it
 * (`excessOf`), and for numbers or names that cannot be kept.
 */
export function readJsonObject(bytes: Buffer, type: string): Record<string, unknown> {
  if (!JSON_TYPE.test(type))
    throw invalidParams("The body must be JSON with Content-Type: application/json.");
  const excess = excessOf(bytes);
  if (excess !== null) throw invalidParams(`The body ${excess}`);
  const inexact = inexactSentence(bytes);
  if (inexact !== null) throw invalidParams(inexact);
  let value: unknown;
  try {
    value = readJson(bytes);
  } catch {
    throw invalidParams("The body is not valid JSON.");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw invalidParams("The body must be a JSON object.");
  const proto = protoSentence(bytes, value);
  if (proto !== null) throw invalidParams(proto);
  return value as Record<string, unknown>;
}

/**
 * Reads the value of a JSON text in UTF-8. Throws for bytes that are not both. An escape may name half a character, which no
 * database and no other language takes: it reads as U+FFFD, as broken bytes do everywhere else. The text must not be
 * nested too deeply.
 */
export function readJson(bytes: Uint8Array): unknown {
  const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  const value: unknown = JSON.parse(text);
  return text.includes("\\ud") || text.includes("\\uD") ? wellFormed(value) : value;
}

function wellFormed(value: unknown): unknown {
  if (typeof value === "string") return value.toWellFormed();
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(wellFormed);
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key.toWellFormed(), wellFormed(member)]),
  );
}

/** Levels of lists and objects that a JSON body may have, since later code walks it by recursion. */
export const MAX_JSON_DEPTH = 500;
/** Values, lists and objects among them, that a JSON body may have. 32 MB of `{}` would hold the event loop for seconds and take 2 GB. */
export const MAX_JSON_VALUES = 500_000;
/** Members that one JSON object may have: each unknown name is compared and listed, and a map is checked member by member. */
export const MAX_JSON_MEMBERS = 20_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
// `[` and `{`, `]` and `}`: the two of a pair differ in this bit only.
const CURLY = 0x20;
const OPEN = 0x5b | CURLY;
const CLOSE = 0x5d | CURLY;
const COMMA = 0x2c;
const COLON = 0x3a;

/**
 * Returns the rule of MAX_JSON_DEPTH, MAX_JSON_VALUES or MAX_JSON_MEMBERS that a JSON text breaks, as the end of a sentence about
 * the text; null where it breaks none.
 */
export function excessOf(bytes: Uint8Array): string | null {
  if (bytes.length <= MAX_JSON_DEPTH) return null;
  let depth = 0;
  // A list or object that is not empty has one value more than it has commas: its own bracket stands for that one.
  let values = 0;
  // The members of the open object of each level so far: each has one colon, and lists have none.
  const members = new Uint32Array(MAX_JSON_DEPTH + 1);
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (byte === QUOTE) at = endOfString(bytes, at);
    else if (byte === COMMA) values++;
    else if (byte === COLON) {
      const count = (members[depth] ?? 0) + 1;
      members[depth] = count;
      if (count > MAX_JSON_MEMBERS) return `may have ${MAX_JSON_MEMBERS} members in one object, no more.`;
    } else if ((byte | CURLY) === OPEN) {
      values++;
      if (++depth > MAX_JSON_DEPTH)
        return `may nest lists and objects ${MAX_JSON_DEPTH} levels deep, no deeper.`;
      members[depth] = 0;
    } else if ((byte | CURLY) === CLOSE) depth--;
    if (values > MAX_JSON_VALUES) return `may have ${MAX_JSON_VALUES} values, no more.`;
  }
  return null;
}

/** Returns the index of the closing quote of the string that begins at `start`, or the end of the bytes. */
function endOfString(bytes: Uint8Array, start: number): number {
  for (let end = bytes.indexOf(QUOTE, start + 1); end > 0; end = bytes.indexOf(QUOTE, end + 1)) {
    let before = end;
    while (bytes[before - 1] === BACKSLASH) before--;
    if ((end - before) % 2 === 0) return end;
  }
  return bytes.length;
}

const MINUS = 0x2d;
const ZERO = 0x30;
const NINE = 0x39;
/** The only bit in which `e` and `E` differ. */
const LOWER = 0x20;
const EXPONENT = 0x65;
/** The bytes that may follow the first of a number: digits, `+`, `-`, `.`, `e` and `E`. */
const PARTS = new Set(
  [...Array(10).keys()].map((digit) => ZERO + digit).concat(0x2b, MINUS, 0x2e, EXPONENT, EXPONENT ^ LOWER),
);

/**
 * Returns the first number of a JSON text that would be another one once it is read: over the range of numbers, or whole and
 * beyond 2^53, however it is written (rules/edge 23); null where there is none.
 */
export function inexactNumber(bytes: Uint8Array): string | null {
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (byte === QUOTE) at = endOfString(bytes, at);
    else if (byte === MINUS || (byte >= ZERO && byte <= NINE)) {
      const start = at;
      let hasExponent = false;
      for (let next = bytes[at + 1] ?? 0; PARTS.has(next); next = bytes[at + 1] ?? 0) {
        hasExponent ||= (next | LOWER) === EXPONENT;
        at++;
      }
      // Nearly every number ends here, before a text is made of it.
      if (!hasExponent && at - start < ALWAYS_EXACT) continue;
      const text = Buffer.from(bytes.buffer, bytes.byteOffset + start, at + 1 - start).toString("latin1");
      if (isInexact(text)) return text;
    }
  }
  return null;
}

/** Returns the sentence that refuses the first inexact number of a body; null where all numbers are kept exactly. */
export function inexactSentence(bytes: Uint8Array): string | null {
  const number = inexactNumber(bytes);
  return number === null
    ? null
    : `The body has the number ${number.slice(0, 40)}, which is not taken: ${KEPT_EXACTLY}`;
}

/** Returns whether a number would not be kept exactly. The parser refuses a text that is no number. */
const isInexact = (text: string): boolean => !Number.isNaN(Number(text)) && !isExactText(text);

/**
 * Returns the sentence that refuses a name `__proto__` in a body, or null. JSON takes the name, and a record cannot hold it: it
 * would be left out without a word where every unknown name is refused (rules/edge 18).
 */
export function protoSentence(bytes: Uint8Array, value: unknown): string | null {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // Nearly no body has this name, or an escape that could stand for one of its characters.
  if (!text.includes("__proto__") && !text.includes("\\u00")) return null;
  const path = pathOf(value);
  if (path === null) return null;
  const where = path.length === 0 ? "" : `${path.join(".").slice(0, 200)}: `;
  return `${where}unknown field "__proto__": nothing can have this name.`;
}

/** Returns the path of the first object with the key `__proto__`, or null. */
function pathOf(value: unknown): string[] | null {
  if (typeof value !== "object" || value === null) return null;
  if (Object.hasOwn(value, "__proto__")) return [];
  // The entries of a long list would take more memory than the list.
  for (const key in value) {
    const path = pathOf((value as Record<string, unknown>)[key]);
    if (path !== null) return [key, ...path];
  }
  return null;
}
