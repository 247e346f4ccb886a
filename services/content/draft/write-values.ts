import * as Y from "yjs";
import { applyMap, applyShared } from "./apply-difference.js";
import { Departures } from "./departures.js";
import { fit, type Layout, type MapLayout } from "./layout.js";
import type { MovedItems } from "./moved-items.js";
import { ROOT } from "./project-fields.js";

/** Changes what a draft says, touching only what differs. `moved` learns of the items that change their places. */
export function writeValues(
  doc: Y.Doc,
  layout: MapLayout,
  values: Record<string, unknown>,
  moved: MovedItems,
): void {
  const departures = new Departures();
  doc.transact(() => applyMap(doc.getMap(ROOT), layout, values, departures));
  moved.remove(doc, departures.all);
}

/** The same for one item of a list. */
export function writeItem(
  doc: Y.Doc,
  { item, layout }: { item: Y.AbstractType<unknown>; layout: Layout },
  value: unknown,
  moved: MovedItems,
): void {
  const departures = new Departures();
  doc.transact(() => applyShared(item, fit(layout, value), value, departures));
  moved.remove(doc, departures.all);
}
