import { isPlainObject } from "../../../contracts/content-values.js";

/** The deepest nesting, which is that of request bodies. */
const MAX_DEPTH = 500;

/** The error for a value that is nested deeper than any request may be. */
export class TooDeep extends Error {
  override readonly name = "TooDeep";
}

export function requireDepth(depth: number): void {
  if (depth > MAX_DEPTH) throw new TooDeep(`A draft nests at most ${MAX_DEPTH} levels.`);
}

/**
 * Returns a value in the form that both JSON and Yjs keep: well-formed strings, finite numbers, no
 * `__proto__`. Returns undefined for values that JSON leaves out, and {} for bytes. Throws TooDeep.
 */
export function plainValue(value: unknown, depth = 1): unknown {
  requireDepth(depth);
  switch (typeof value) {
    case "string":
      return value.toWellFormed();
    case "number":
      return Number.isFinite(value) ? value : null;
    case "bigint":
      return Number(value);
    case "boolean":
      return value;
    case "object":
      return plainObject(value, depth);
    default:
      return undefined;
  }
}

function plainObject(value: object | null, depth: number): unknown {
  if (Array.isArray(value)) return value.map((item) => plainValue(item, depth + 1) ?? null);
  if (!isPlainObject(value)) return null;
  const copy: Record<string, unknown> = {};
  if (ArrayBuffer.isView(value)) return copy;
  for (const [key, item] of Object.entries(value)) {
    const plain = key === "__proto__" ? undefined : plainValue(item, depth + 1);
    if (plain !== undefined) copy[key.toWellFormed()] = plain;
  }
  return copy;
}

/** Tells whether two JSON values are equal; the order of keys does not count. */
export function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (Array.isArray(one))
    return (
      Array.isArray(other) &&
      one.length === other.length &&
      one.every((item, index) => isSame(item, other[index]))
    );
  if (!isPlainObject(one) || !isPlainObject(other) || Array.isArray(other)) return false;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && isSame(one[key], other[key]))
  );
}

/** Returns the same text for all JSON values that are equal. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (!isPlainObject(value)) return JSON.stringify(value);
  const entries = Object.keys(value)
    .toSorted()
    .map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`);
  return `{${entries.join(",")}}`;
}
