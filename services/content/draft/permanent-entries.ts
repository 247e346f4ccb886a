import * as Y from "yjs";
import { isPlainObject } from "../../../contracts/content-values.js";
import { fit, type Layout, layoutOf, type MapLayout, type DraftShape } from "./layout.js";
import { isAbsentEntry, projectValue, ROOT } from "./project-fields.js";

/**
 * The client as which the service adds permanent entries. It is the lowest one, so that an editor's value
 * stays where the editor sets the same entry at the same time. Only the service writes as this client, with
 * the document locked, so its clock never forks.
 */
export const SERVICE_CLIENT = 0;

/**
 * The most permanent entries in the items of a draft's lists. In longer lists, the editor who fills an entry
 * makes it.
 */
const MAX_ITEM_ENTRIES = 2000;

/**
 * Adds the shared entries that a draft lacks as empty ones (rules/content 11), so that two editors who write
 * into one at first write into the same. Existing entries stay, also those of another shape, but a string where the
 * type says text becomes a Y.Text. `values` has the coming content of the draft; an entry that will have another shape
 * is not made. Returns false when nothing was missing.
 */
export function addPermanentEntries(doc: Y.Doc, shape: DraftShape, values: unknown = {}): boolean {
  const { clientID } = doc;
  const before = Y.getState(doc.store, SERVICE_CLIENT);
  doc.clientID = SERVICE_CLIENT;
  addEntries(doc, layoutOf(shape), values);
  doc.clientID = clientID;
  return Y.getState(doc.store, SERVICE_CLIENT) !== before;
}

/** Adds the entries that a doc of this layout lacks, as the doc's current client. */
export function addEntries(doc: Y.Doc, layout: MapLayout, values: unknown): void {
  doc.transact(() => complete(doc.getMap(ROOT), layout, new EntriesLeft(), values));
}

/**
 * Returns the number of pieces that `addPermanentEntries` would add to a state with the content `fields`, and
 * the bytes of their keys.
 */
export function countPermanentEntries(
  layout: MapLayout,
  fields: unknown,
): { pieces: number; keyBytes: number } {
  const size = { pieces: 0, keyBytes: 0 };
  count(layout, fields, new EntriesLeft(), size);
  return size;
}

/**
 * Counts the entries that may still be added. The order in which they are added decides which ones are left
 * out.
 */
class EntriesLeft {
  #left = MAX_ITEM_ENTRIES;

  takes(entries: number): boolean {
    if (entries > this.#left) return false;
    this.#left -= entries;
    return true;
  }
}

function complete(map: Y.Map<unknown>, layout: MapLayout, left: EntriesLeft, values: unknown): void {
  for (const key of layout.permanent) {
    const entry = layout.entry(key);
    const value = isPlainObject(values) && Object.hasOwn(values, key) ? values[key] : undefined;
    if (value !== undefined && fit(entry, value).kind !== entry.kind) continue;
    const current = map.get(key);
    // An empty entry of another kind stays, since somebody may be writing into it; the next rebuild gives it its kind.
    if (!isOfDraft(current) && isAbsentEntry(true, projectValue(current) ?? null)) map.set(key, made(entry));
    else if (entry.kind === "text" && typeof current === "string") map.set(key, new Y.Text(current));
    completeInside(map.get(key), entry, left, value);
  }
}

function completeInside(value: unknown, layout: Layout, left: EntriesLeft, values: unknown): void {
  if (layout.kind === "map" && value instanceof Y.Map) complete(value, layout, left, values);
  if (layout.kind !== "list" || layout.item.kind !== "map" || !(value instanceof Y.Array)) return;
  const { item } = layout;
  if (item.permanent.length === 0) return;
  for (const each of value.toArray())
    if (each instanceof Y.Map && left.takes(item.permanent.length)) complete(each, item, left, {});
}

function count(
  layout: Layout,
  value: unknown,
  left: EntriesLeft,
  size: { pieces: number; keyBytes: number },
): void {
  if (layout.kind === "map")
    for (const key of layout.permanent) {
      const own = isPlainObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
      const entry = layout.entry(key);
      if (own === undefined) {
        size.pieces += 1;
        size.keyBytes += Buffer.byteLength(key);
      }
      if (own === undefined || fit(entry, own).kind === entry.kind) count(entry, own, left, size);
    }
  if (layout.kind !== "list" || layout.item.kind !== "map" || !Array.isArray(value)) return;
  const { item } = layout;
  if (item.permanent.length === 0) return;
  for (const each of value)
    if (isPlainObject(each) && left.takes(item.permanent.length)) count(item, each, left, size);
}

/** Tells whether a value is of one of the kinds that drafts have. */
const isOfDraft = (value: unknown): boolean =>
  value instanceof Y.Map ||
  value instanceof Y.Array ||
  (value instanceof Y.Text && !(value instanceof Y.XmlText));

function made({ kind }: Layout): Y.Text | Y.Array<unknown> | Y.Map<unknown> {
  if (kind === "text") return new Y.Text();
  return kind === "list" ? new Y.Array<unknown>() : new Y.Map<unknown>();
}
