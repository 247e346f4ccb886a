import * as Y from "yjs";
import { isPlainObject } from "../../../contracts/content-values.js";
import type { ContentFields } from "../../../contracts/content-schema.js";
import { plainValue, requireDepth } from "./plain-value.js";

/** The root map of every draft (rules/content 11). */
export const ROOT = "fields";

/**
 * Returns the JSON of a draft, whatever it contains: a value without a JSON form (bytes, another document,
 * XML) becomes {}, which no field accepts. Throws TooDeep for a value that is nested deeper than requests may
 * be.
 */
export const projectFields = (doc: Y.Doc): ContentFields => projectMap(doc.getMap(ROOT), 1);

/** Returns the JSON of one value of a shared map or array; the list items of `without` are left out. */
export function projectValue(value: unknown, depth = 1, without: ReadonlySet<unknown> = NONE): unknown {
  if (!(value instanceof Y.AbstractType)) return value instanceof Y.Doc ? {} : plainValue(value, depth);
  requireDepth(depth);
  if (value instanceof Y.Text) return value instanceof Y.XmlText ? {} : textOf(value);
  if (value instanceof Y.Array)
    return value
      .toArray()
      .filter((item) => !without.has(item))
      .map((item) => projectValue(item, depth + 1, without) ?? null);
  return value instanceof Y.Map ? projectMap(value, depth, without) : {};
}

const NONE: ReadonlySet<unknown> = new Set();

/**
 * Returns the JSON of a shared map. An empty entry of a shared kind reads as absent, and so does null
 * (rules/content 11).
 */
function projectMap(
  map: Y.Map<unknown>,
  depth: number,
  without: ReadonlySet<unknown> = NONE,
): Record<string, unknown> {
  const isWhole = isBlock(map);
  const fields: Record<string, unknown> = {};
  for (const [key, value] of map.entries()) {
    const plain = key === "__proto__" ? undefined : projectValue(value, depth + 1, without);
    if (plain === undefined || (!isWhole && isAbsentEntry(isOpen(value), plain))) continue;
    fields[key] = plain;
  }
  return fields;
}

/** The key that marks blocks and spans of portable text. */
export const BLOCK_MARK = "_type";

/** Tells whether a map is a block or a span, whose empty entries are kept. */
export const isBlock = (map: Y.Map<unknown>): boolean => map.parent instanceof Y.Array && map.has(BLOCK_MARK);

/**
 * Tells whether the JSON of an entry is nothing. `isOpen` says that somebody may write into the entry, so an
 * empty value is nothing too.
 */
export const isAbsentEntry = (isOpen: boolean, plain: unknown): boolean =>
  plain === null || (isOpen && isNothing(plain));

function isNothing(plain: unknown): boolean {
  if (Array.isArray(plain)) return plain.length === 0;
  return plain === "" || (isPlainObject(plain) && Object.keys(plain).length === 0);
}

const isOpen = (value: unknown): boolean =>
  value instanceof Y.Array ||
  value instanceof Y.Map ||
  (value instanceof Y.Text && !(value instanceof Y.XmlText));

/**
 * Returns the characters of a text, without formats and embedded objects; half a surrogate pair, which cannot
 * be stored, is replaced.
 */
export const textOf = (text: Y.Text): string => text.toJSON().toWellFormed();
