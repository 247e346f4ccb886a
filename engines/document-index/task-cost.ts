import { SHORT } from "../../contracts/find-text.js";
import type { Column } from "./columns.js";
import { searchedBytes } from "./find-text.js";
import type { KeyView } from "./key-view.js";
import type { MergedPart } from "./merge-segments.js";
import type { ViewedKey } from "./sort-documents.js";
import type { TaskKind, Tasks } from "./tasks.js";

type Costs = { [K in TaskKind]: (input: Tasks[K]["input"]) => number };

/**
 * Measured costs in nanoseconds: by the number of documents where texts are short, by their bytes where these
 * weigh more.
 */
const costs: Costs = {
  view: ({ column, count }) => 10 * count + 5 * dictionaryLength(column),
  exists: ({ count }) => 4 * count,
  order: ({ count, keys }) => keys.reduce((sum, key) => sum + sortCost(key, count), 4 * count),
  ranks: ({ count }) => 15 * count,
  folded: ({ view, count }) => (view.kind === "text" ? Math.max(250 * count, 8 * textBytes(view)) : 0),
  match: ({ folded, view, text, count }) =>
    soughtCost(text) +
    (folded === null ? count + 15 * wordBytes(view) : searchCost(text) * searchedBytes(folded, text)),
  matchId: ({ count }) => 400 * count,
  merge: ({ count, parts }) => 2000 * count + 10 * parts.reduce((sum, part) => sum + heapBytes(part), 0),
};

/** Nanoseconds for a byte of a text that looks like the long sought one in most places. */
const LONG_SEARCH = 20;

/** A sought text is put into bytes, and a long one is compared with itself before it is looked for. */
const soughtCost = (text: string): number => 10 * Buffer.byteLength(text);

/**
 * Returns the nanoseconds for a byte that is searched. In the worst text each byte is compared with all of a short sought
 * text; with a longer one each byte costs the same, because it is looked for in linear time (rules/delivery 49).
 */
function searchCost(text: string): number {
  const bytes = Buffer.byteLength(text);
  return bytes > SHORT ? LONG_SEARCH : Math.max(1.5, 0.15 * bytes);
}

/** Texts that begin alike are read to the byte in which they differ, some bytes at a time. */
const sortCost = ({ view }: ViewedKey, count: number): number =>
  view.kind === "text" ? Math.max(900 * count, 15 * textBytes(view)) : 80 * count;

/** Documents from which the whole heap counts as the texts of one view, because their number decides. */
const MANY = 1 << 16;

/** Returns the bytes of the texts that a view reads, which may be those of some locales only. */
function textBytes({ heap, starts, ends }: Extract<KeyView, { kind: "text" }>): number {
  if (starts.length >= MANY) return heap.length;
  let bytes = 0;
  for (let document = 0; document < starts.length; document++)
    bytes += (ends[document] ?? 0) - (starts[document] ?? 0);
  return bytes;
}

const wordBytes = (view: KeyView): number =>
  view.kind === "code" ? view.words.reduce((sum, { length }) => sum + length, 0) : 0;

const dictionaryLength = (column: Column): number =>
  column.kind === "code" ? column.dictionary.reduce((sum, { length }) => sum + length, 0) : 0;

const heapBytes = ({ data }: MergedPart): number =>
  [...data.columns.values()].reduce(
    (sum, column) => sum + (column.kind === "text" ? column.heap.length : 0),
    0,
  );

/** Estimates the nanoseconds that a task takes. */
export function costOf<K extends TaskKind>(kind: K, input: Tasks[K]["input"]): number {
  const cost: Costs[K] = costs[kind];
  return cost(input);
}
