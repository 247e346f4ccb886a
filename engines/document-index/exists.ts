import { type Bitmap, setBit, unite, wordsFor } from "./bitmap.js";
import type { Column } from "./columns.js";
import { newWords } from "./memory.js";

/** Finds the documents that have a value in one of the slots of the chain. */
export function findExisting(column: Column, slots: readonly number[], count: number): Bitmap {
  const found = newWords(wordsFor(count));
  switch (column.kind) {
    case "number":
      for (let document = 0; document < count; document++)
        if (!Number.isNaN(column.values[document])) setBit(found, document);
      break;
    case "flag":
      found.set(column.present);
      break;
    case "presence":
      for (const slot of slots) {
        const bits = column.slots[slot];
        if (bits !== undefined) unite(found, bits);
      }
      break;
    case "code": {
      const lowest = column.dictionary[0] === "" ? 2 : 1;
      for (const slot of slots) {
        const codes = column.slots[slot];
        for (let document = 0; document < count; document++)
          if ((codes?.[document] ?? 0) >= lowest) setBit(found, document);
      }
      break;
    }
    case "text":
      for (const slot of slots) {
        const offsets = column.slots[slot];
        for (let document = 0; document < count; document++)
          if (offsets?.[document] !== offsets?.[document + 1]) setBit(found, document);
      }
      break;
  }
  return found;
}
