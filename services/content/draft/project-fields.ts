import * as Y from "yjs";
import type { ContentFields } from "../../../contracts/content-schema.js";
import { plainValue, requireDepth } from "./plain-value.js";

/** The root map of every draft (decisions 10). */
export const ROOT = "fields";

/**
 * The JSON of a draft, whatever it contains: a value without a JSON form (bytes, another document, XML) reads as {},
 * which no field accepts. Throws TooDeep for what is nested deeper than requests may be.
 */
export const projectFields = (doc: Y.Doc): ContentFields => projectMap(doc.getMap(ROOT), 1);

/** The JSON of one value of a shared map or array. */
export function projectValue(value: unknown, depth = 1): unknown {
  if (!(value instanceof Y.AbstractType)) return value instanceof Y.Doc ? {} : plainValue(value, depth);
  requireDepth(depth);
  if (value instanceof Y.Text) return value instanceof Y.XmlText ? {} : textOf(value);
  if (value instanceof Y.Array) return value.toArray().map((item) => projectValue(item, depth + 1) ?? null);
  return value instanceof Y.Map ? projectMap(value, depth) : {};
}

function projectMap(map: Y.Map<unknown>, depth: number): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const [key, value] of map.entries()) {
    const plain = key === "__proto__" ? undefined : projectValue(value, depth + 1);
    if (plain !== undefined) fields[key] = plain;
  }
  return fields;
}

/** Without formats and embedded objects; half a surrogate pair cannot be stored. */
export const textOf = (text: Y.Text): string => text.toJSON().toWellFormed();
