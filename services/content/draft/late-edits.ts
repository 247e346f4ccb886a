import * as Y from "yjs";
import { letterWriter } from "./apply-text.js";
import { Departures } from "./departures.js";
import type { Layout, MapLayout } from "./layout.js";
import { MovedItems } from "./moved-items.js";
import { projectValue, ROOT } from "./project-fields.js";
import { addEntries } from "./permanent-entries.js";
import { writeItem, writeValues } from "./write-values.js";

/**
 * Takes an editor's updates that came after items were moved: a change of an item in its old place is made in
 * the item that stands for it now. `doc` has the updates already; `moved` follows it from now on. Returns
 * false when there was no such change. `write` changes the texts that are merged.
 */
export function takeLate(
  doc: Y.Doc,
  layout: MapLayout,
  updates: readonly Uint8Array[],
  moved: MovedItems,
  write = letterWriter(),
): boolean {
  const before = moved.values();
  for (const update of updates) moved.take(update);
  const edits = moved.lateEdits(doc, before);
  moved.follow(doc);
  for (const { target: item, ...edit } of edits) {
    const own = layoutOfItem(item, layout);
    if (own === null) continue;
    const value = merged(own, { ...edit, here: projectValue(item) }, write);
    writeItem(doc, { item, layout: own }, value, moved);
  }
  return edits.length > 0;
}

/** Returns the layout of a shared type below the root; null where the document's type has no such field. */
function layoutOfItem({ _item: item, parent }: Y.AbstractType<unknown>, root: MapLayout): Layout | null {
  if (item === null) return root;
  const above = parent instanceof Y.AbstractType ? layoutOfItem(parent, root) : null;
  if (above?.kind === "map") return item.parentSub === null ? null : above.entry(item.parentSub);
  return above?.kind === "list" ? above.item : null;
}

/** The name of the field in which an item is merged. The field is a list, because the item was in one. */
const LIST = "list";

/** Merges two changes of an item from `before`, letter by letter by `write`; `after` is the later one. */
function merged(
  item: Layout,
  { before, here, after }: { before: unknown; here: unknown; after: unknown },
  write: ReturnType<typeof letterWriter>,
): unknown {
  const root: MapLayout = {
    kind: "map",
    entry: () => ({ kind: "list", item }),
    knows: () => true,
    permanent: [LIST],
  };
  const doc = new Y.Doc();
  const moved = new MovedItems();
  writeValues(doc, root, { [LIST]: [before] }, moved);
  addEntries(doc, root, { [LIST]: [before] });
  const other = new Y.Doc();
  Y.applyUpdate(other, Y.encodeStateAsUpdate(doc));
  const vector = Y.encodeStateVector(other);
  // Where both changed a plain value, the value of the greater client stays.
  [doc.clientID, other.clientID] = [1, 2];
  writeValues(doc, root, { [LIST]: [here] }, moved, new Departures(write));
  writeValues(other, root, { [LIST]: [after] }, new MovedItems(), new Departures(write));
  const update = Y.encodeStateAsUpdate(other, vector);
  Y.applyUpdate(doc, update);
  takeLate(doc, root, [update], moved, write);
  const [value] = projectValue(doc.getMap(ROOT).get(LIST)) as unknown[];
  return value;
}
