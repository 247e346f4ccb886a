import { type Bitmap, hasBit } from "./bitmap.js";
import type { Column, SegmentData } from "./columns.js";
import { readId } from "./document-ids.js";
import type { IndexPlan } from "./index-plan.js";
import { asBuffer } from "./memory.js";
import type { IndexedValue } from "./decoder.js";
import { SegmentBuilder } from "./segment-builder.js";

export interface MergedPart {
  data: SegmentData;
  dead: Bitmap;
}

/** Merges several segments into one without their dead documents. A document is alive in one segment only. */
export function mergeSegments(plan: IndexPlan, parts: readonly MergedPart[]): SegmentData {
  const builder = new SegmentBuilder(plan);
  for (const { data, dead } of parts) {
    const columns = plan.fields.map(({ name }) => data.columns.get(name));
    for (let document = 0; document < data.count; document++) {
      if (hasBit(dead, document)) continue;
      builder.add({
        id: readId(data.ids, document),
        version: data.versions[document] ?? 0,
        values: columns.map((column) => readBack(column, document)),
      });
    }
  }
  return builder.finish();
}

/** Returns the value that was added to the column for this document. */
function readBack(column: Column | undefined, document: number): IndexedValue {
  switch (column?.kind) {
    case "number":
      return column.values[document] ?? Number.NaN;
    case "flag":
      return hasBit(column.present, document) ? hasBit(column.truths, document) : null;
    case "presence":
      return column.slots.map((slot) => hasBit(slot, document));
    case "code":
      return column.slots.map((slot) => column.dictionary[(slot[document] ?? 0) - 1] ?? null);
    case "text": {
      const heap = asBuffer(column.heap);
      return column.slots.map((slot) => {
        const [start, end] = [slot[document] ?? 0, slot[document + 1] ?? 0];
        if (start < end) return heap.toString("utf8", start, end);
        return column.blanks !== null && hasBit(column.blanks, document) ? "" : null;
      });
    }
    default:
      return null;
  }
}
