import { isPlainObject } from "../../../contracts/content-empty.js";
import { fit, isShared, type Layout } from "./layout.js";
import { BLOCK_MARK, isAbsentEntry } from "./project-fields.js";

/** A value as the Y.Doc that is made of it reads back: without entries that say nothing. */
export function withoutEmpty(layout: Layout, value: unknown, isItem = false): unknown {
  if (layout.kind === "list" && Array.isArray(value))
    return value.map((item) => withoutEmpty(layout.item, item, true));
  if (!isPlainObject(value) || !isShared(fit(layout, value), value)) return value;
  const isWhole = isItem && Object.hasOwn(value, BLOCK_MARK);
  const kept: Record<string, unknown> = {};
  for (const [key, each] of Object.entries(value)) {
    const entry = layout.kind === "map" ? layout.entry(key) : layout;
    const plain = withoutEmpty(entry, each);
    if (isWhole || !isAbsentEntry(isShared(fit(entry, each), each), plain)) kept[key] = plain;
  }
  return kept;
}
