import * as Y from "yjs";
import { isPlainObject } from "../../../contracts/content-values.js";
import { load } from "./draft-doc.js";
import { type DraftShape, fit, isShared, type Layout, layoutOf } from "./layout.js";
import { projectFields, ROOT } from "./project-fields.js";
import { settleFields } from "./settle-fields.js";

/**
 * Tells whether each entry of a state has the kind that a new state would give it. After a change of the type an entry may
 * have another one: the text of a field that is localized now is no map by locale. Such an entry cannot be replaced in the
 * same history, because Yjs would drop what editors write into the old one without a word (rules/content 65).
 */
export function fitsLayout(shape: DraftShape, state: Uint8Array): boolean {
  const doc = load(state);
  const fields = projectFields(doc);
  return fits(doc.getMap(ROOT), layoutOf(shape), settleFields(shape, fields, fields));
}

/** `value` is the settled content of the entry, undefined for an empty one, which has the kind of its layout. */
function fits(current: unknown, layout: Layout, value: unknown): boolean {
  const own = value === undefined ? layout : fit(layout, value);
  if (!(current instanceof Y.AbstractType)) return value === undefined || !isShared(own, value);
  if (own.kind === "text") return current instanceof Y.Text && !(current instanceof Y.XmlText);
  if (own.kind === "list")
    return (
      current instanceof Y.Array &&
      current
        .toArray()
        .every((item, index) => fits(item, own.item, Array.isArray(value) ? value[index] : undefined))
    );
  if (own.kind === "atom") return current instanceof Y.Map && isShared(own, value);
  if (!(current instanceof Y.Map)) return false;
  return [...current.entries()].every(
    ([key, each]) =>
      !own.knows(key) ||
      fits(each, own.entry(key), isPlainObject(value) && Object.hasOwn(value, key) ? value[key] : undefined),
  );
}
