import { isPlainObject } from "../../../contracts/content-values.js";

/**
 * Returns the same JSON in objects that inherit nothing. GraphQL looks for an input's fields by name alone:
 * in an ordinary object it would find a filter of a field `toString` or `constructor` that nobody sent.
 */
export function ownValues(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ownValues);
  if (!isPlainObject(value)) return value;
  const own = Object.create(null) as Record<string, unknown>;
  for (const [key, member] of Object.entries(value)) own[key] = ownValues(member);
  return own;
}
