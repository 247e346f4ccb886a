import type { Operand } from "./condition.js";
import { type Bitmap, hasBit } from "./bitmap.js";
import type { Column } from "./columns.js";
import { compareTexts } from "./compare-texts.js";
import { allocate, asBuffer, newBytes, newWords } from "./memory.js";

/** A column resolved along one chain of locales: the value of each document, for order and comparison. */
export type KeyView =
  | { kind: "number"; values: Float64Array }
  | { kind: "flag"; present: Bitmap; truths: Bitmap }
  | { kind: "code"; codes: Uint16Array; words: Uint8Array[] }
  | { kind: "text"; heap: Uint8Array; starts: Uint32Array; ends: Uint32Array; blanks: Bitmap | null };

/** A value of any column: numbers, instants and flags as numbers, texts as UTF-8. */
export type Key = number | Uint8Array;

/**
 * Resolves the slots that a chain reads, in order. A column of presences has no values and is not accepted.
 */
export function viewColumn(column: Column, slots: readonly number[], count: number): KeyView {
  switch (column.kind) {
    case "number":
      return { kind: "number", values: column.values };
    case "flag":
      return { kind: "flag", present: column.present, truths: column.truths };
    case "code":
      return {
        kind: "code",
        codes: resolveCodes(
          slots.flatMap((slot) => column.slots[slot] ?? []),
          count,
        ),
        words: encodeWords(column.dictionary),
      };
    case "text": {
      const read = slots.flatMap((slot) => column.slots[slot] ?? []);
      return { kind: "text", heap: column.heap, ...resolveTexts(read, count), blanks: column.blanks };
    }
    case "presence":
      throw new TypeError("Presences have no values.");
  }
}

/** Encodes the words side by side, so that tasks share them when they are many. */
function encodeWords(dictionary: readonly string[]): Uint8Array[] {
  const ends: number[] = [];
  for (const word of dictionary) ends.push((ends.at(-1) ?? 0) + Buffer.byteLength(word));
  const heap = asBuffer(newBytes(ends.at(-1) ?? 0));
  return dictionary.map((word, at) => {
    const start = ends[at - 1] ?? 0;
    heap.write(word, start);
    return new Uint8Array(heap.buffer, start, (ends[at] ?? 0) - start);
  });
}

function resolveCodes(slots: readonly Uint16Array[], count: number): Uint16Array {
  const [only] = slots;
  if (slots.length === 1 && only !== undefined) return only;
  const codes = new Uint16Array(allocate(count * 2));
  for (const slot of slots.toReversed()) {
    for (let document = 0; document < count; document++) {
      const code = slot[document] ?? 0;
      if (code !== 0) codes[document] = code;
    }
  }
  return codes;
}

function resolveTexts(
  slots: readonly Uint32Array[],
  count: number,
): { starts: Uint32Array; ends: Uint32Array } {
  const [only] = slots;
  if (slots.length === 1 && only !== undefined)
    return { starts: only.subarray(0, count), ends: only.subarray(1, count + 1) };
  const starts = newWords(count);
  const ends = newWords(count);
  for (const slot of slots.toReversed()) {
    for (let document = 0; document < count; document++) {
      const [start, end] = [slot[document] ?? 0, slot[document + 1] ?? 0];
      if (start === end) continue;
      starts[document] = start;
      ends[document] = end;
    }
  }
  return { starts, ends };
}

export function isPresent(view: KeyView, document: number): boolean {
  switch (view.kind) {
    case "number":
      return !Number.isNaN(view.values[document]);
    case "flag":
      return hasBit(view.present, document);
    case "code":
      return view.codes[document] !== 0;
    case "text":
      return (
        view.starts[document] !== view.ends[document] ||
        (view.blanks !== null && hasBit(view.blanks, document))
      );
  }
}

/** Returns the value of a document that has one. */
export function keyAt(view: KeyView, document: number): Key {
  switch (view.kind) {
    case "number":
      return view.values[document] ?? 0;
    case "flag":
      return hasBit(view.truths, document) ? 1 : 0;
    case "code":
      return view.words[(view.codes[document] ?? 0) - 1] ?? EMPTY;
    case "text":
      return view.heap.subarray(view.starts[document], view.ends[document]);
  }
}

const EMPTY = new Uint8Array(0);

/** Compares a document's value, which must be present, with a key: below 0 when the value comes first. */
export function compareTo(view: KeyView, document: number, key: Key): number {
  if (typeof key === "number")
    return (view.kind === "number" ? (view.values[document] ?? 0) : Number(keyAt(view, document))) - key;
  if (view.kind === "text")
    return compareTexts(view.heap, view.starts[document] ?? 0, view.ends[document] ?? 0, key);
  const own = keyAt(view, document) as Uint8Array;
  return compareTexts(own, 0, own.length, key);
}

/** Compares the values of two documents, which both must be present: below 0 when that of `a` comes first. */
export function compareDocuments(view: KeyView, a: number, b: number): number {
  switch (view.kind) {
    case "number":
      return (view.values[a] ?? 0) - (view.values[b] ?? 0);
    case "flag":
      return Number(hasBit(view.truths, a)) - Number(hasBit(view.truths, b));
    case "code":
      return (view.codes[a] ?? 0) - (view.codes[b] ?? 0);
    case "text":
      return compareTexts(
        view.heap,
        view.starts[a] ?? 0,
        view.ends[a] ?? 0,
        view.heap.subarray(view.starts[b], view.ends[b]),
      );
  }
}

/** Returns an operand in the form of a view's values. */
export const keyFor = (value: Operand): Key =>
  typeof value === "string" ? Buffer.from(value) : Number(value);
