import { intersect, setBit, wordsFor } from "./bitmap.js";
import { newWords } from "./memory.js";

/** Number of documents in a block, which is searched as a whole. */
export const BLOCK = 64;
/** Number of classes of three-byte sequences; a power of two. */
const CLASSES = 4096;
/** Three-byte sequences of a searched text that the filter is asked for; the rest of a longer text is not looked at. */
const ASKED = 256;
/** Number of documents below which a search is fast without a filter. */
const FROM_DOCUMENTS = 1024;

/**
 * A filter that says in which blocks of documents a three-byte sequence occurs: a bitmap of blocks for each
 * class of such sequences. Most searches are for something rare and need to look at a few blocks only. It
 * takes eight bytes for each document.
 */
export interface TextFilter {
  words: number;
  blocks: Uint32Array;
}

const classOf = (a: number, b: number, c: number): number =>
  Math.imul(a | (b << 8) | (c << 16), 0x9e3779b1) >>> 20;

/**
 * Builds a filter; null when it would not pay. Texts lie one after the other, from the offsets in `starts`.
 */
export function filterTexts(heap: Uint8Array, starts: Uint32Array): TextFilter | null {
  const count = starts.length;
  if (count < FROM_DOCUMENTS) return null;
  const words = wordsFor(Math.ceil(count / BLOCK));
  const blocks = newWords(words * CLASSES);
  for (let document = 0; document < count; document++) {
    const end = (starts[document + 1] ?? heap.length) - 2;
    const block = Math.floor(document / BLOCK);
    for (let at = starts[document] ?? 0; at < end; at++)
      setBit(blocks, classOf(heap[at] ?? 0, heap[at + 1] ?? 0, heap[at + 2] ?? 0) * words * 32 + block);
  }
  return { words, blocks };
}

/** Returns the blocks in which the text may occur; null when the text is too short for the filter. */
export function blocksWith({ words, blocks }: TextFilter, needle: Uint8Array): Uint32Array | null {
  if (needle.length < 3) return null;
  const candidates = new Uint32Array(words).fill(0xffffffff);
  const asked = Math.min(needle.length - 2, ASKED);
  for (let at = 0; at < asked; at++) {
    const row = classOf(needle[at] ?? 0, needle[at + 1] ?? 0, needle[at + 2] ?? 0) * words;
    intersect(candidates, blocks.subarray(row, row + words));
  }
  return candidates;
}
