import { hasBit } from "./bitmap.js";
import { isPresent, type KeyView } from "./key-view.js";
import { newWords } from "./memory.js";
import { sortByKey } from "./radix.js";
import { sortTexts } from "./text-order.js";

export interface ViewedKey {
  view: KeyView;
  isDescending: boolean;
}

/**
 * Sorts all documents of a segment by the keys: absent values last in both directions, equal ones by id,
 * which is ascending unless `isReversed`. The last key is sorted first, and each later sort keeps the order
 * of equal keys.
 */
export function sortDocuments(count: number, keys: readonly ViewedKey[], isReversed: boolean): Uint32Array {
  let order: Uint32Array = new Uint32Array(count);
  for (let at = 0; at < count; at++) order[at] = isReversed ? count - 1 - at : at;
  for (const key of keys.toReversed()) order = sortByView(order, key);
  const result = newWords(count);
  result.set(order);
  return result;
}

function sortByView(order: Uint32Array, { view, isDescending }: ViewedKey): Uint32Array {
  switch (view.kind) {
    case "number":
      return sortByNumber(order, view.values, isDescending);
    case "text": {
      const { sorted, present } = presentFirst(order, view);
      sortTexts(view, sorted, present, isDescending);
      return sorted;
    }
    case "code":
      return sortByRank(order, view.words.length, isDescending, (document) => view.codes[document] ?? 0);
    case "flag":
      return sortByRank(order, 2, isDescending, (document) =>
        hasBit(view.present, document) ? (hasBit(view.truths, document) ? 2 : 1) : 0,
      );
  }
}

/** Sorts by rank. Ranks are 1 to `ranks`; 0 means absent. */
function sortByRank(
  order: Uint32Array,
  ranks: number,
  isDescending: boolean,
  rankOf: (document: number) => number,
): Uint32Array {
  const keys = new Uint32Array(order.length);
  for (let document = 0; document < order.length; document++) {
    const rank = rankOf(document);
    keys[document] = rank === 0 ? ranks : isDescending ? ranks - rank : rank - 1;
  }
  return sortByKey(order, keys, ranks);
}

/**
 * Sorts by number. With the sign bit inverted for positive doubles and all bits inverted for negative ones,
 * the bits are in the order of the numbers. No number then has all bits set, in either direction, so that
 * value stands for absent ones.
 */
function sortByNumber(order: Uint32Array, values: Float64Array, isDescending: boolean): Uint32Array {
  const low = new Uint32Array(order.length);
  const high = new Uint32Array(order.length);
  const double = new Float64Array(1);
  const words = new Uint32Array(double.buffer);
  for (let document = 0; document < order.length; document++) {
    const value = values[document] ?? Number.NaN;
    if (Number.isNaN(value)) {
      low[document] = high[document] = 0xffffffff;
      continue;
    }
    double[0] = value;
    const top = words[1] ?? 0;
    const isNegative = top >>> 31 === 1;
    const flip = isNegative !== isDescending ? 0xffffffff : 0;
    low[document] = (words[0] ?? 0) ^ flip;
    high[document] = (isNegative ? top : top ^ 0x80000000) ^ flip;
  }
  return sortByKey(sortByKey(order, low), high);
}

/** Puts documents with a value before those without, each in their former order. */
function presentFirst(order: Uint32Array, view: KeyView): { sorted: Uint32Array; present: number } {
  const sorted = new Uint32Array(order.length);
  const absent: number[] = [];
  let present = 0;
  for (const document of order) {
    if (isPresent(view, document)) sorted[present++] = document;
    else absent.push(document);
  }
  sorted.set(absent, present);
  return { sorted, present };
}
