import * as Y from "yjs";
import { applyMap, applyShared } from "./apply-difference.js";
import { Departures } from "./departures.js";
import { fit, type Layout, type MapLayout } from "./layout.js";
import type { MovedItems } from "./moved-items.js";
import { ROOT } from "./project-fields.js";

/**
 * Changes the content of a draft and touches only the values that differ. The items that change their places
 * are noted in `moved`.
 */
export function writeValues(
  doc: Y.Doc,
  layout: MapLayout,
  values: Record<string, unknown>,
  moved: MovedItems,
  departures = new Departures(),
): void {
  doc.transact(() => applyMap(doc.getMap(ROOT), layout, values, departures));
  moved.remove(doc, departures.all);
}

/** Changes one item of a list like `writeValues`. */
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
