import { foldCase } from "./fold-case.js";
import type { KeyView } from "./key-view.js";
import { asBuffer, grown, newBytes, newWords } from "./memory.js";
import { filterTexts, type TextFilter } from "./text-filter.js";

/** A byte that never occurs in UTF-8, so that every find lies within one text. */
const SEPARATOR = 0xff;

/** Texts in folded case, one after the other, for `contains`. */
export interface FoldedText {
  /** Texts in UTF-8, each followed by a separator. */
  heap: Uint8Array;
  /** Offset at which each document's text begins. */
  starts: Uint32Array;
  filter: TextFilter | null;
}

export function foldTexts(view: Extract<KeyView, { kind: "text" }>): FoldedText {
  const count = view.starts.length;
  const source = asBuffer(view.heap);
  const starts = newWords(count);
  let heap = new Uint8Array(view.heap.length + count + 64);
  let used = 0;
  for (let document = 0; document < count; document++) {
    starts[document] = used;
    const [start, end] = [view.starts[document] ?? 0, view.ends[document] ?? 0];
    const room = used + end - start + 1;
    if (room > heap.length) heap = grown(heap, room);
    if (foldAscii(source, start, end, heap, used)) used += end - start;
    else {
      const folded = Buffer.from(foldCase(source.toString("utf8", start, end)));
      if (used + folded.length + 1 > heap.length) heap = grown(heap, used + folded.length + 1);
      heap.set(folded, used);
      used += folded.length;
    }
    heap[used++] = SEPARATOR;
  }
  const exact = newBytes(used);
  exact.set(heap.subarray(0, used));
  return { heap: exact, starts, filter: filterTexts(exact, starts) };
}

/**
 * Folds a text of ASCII. Returns false when the text holds other characters; the written bytes are then to be
 * ignored.
 */
function foldAscii(source: Uint8Array, start: number, end: number, into: Uint8Array, at: number): boolean {
  for (let from = start, to = at; from < end; from++, to++) {
    const byte = source[from] ?? 0;
    if (byte >= 0x80) return false;
    into[to] = byte >= 0x41 && byte <= 0x5a ? byte | 0x20 : byte;
  }
  return true;
}
