import { intersect, setBit, wordsFor } from "./bitmap.js";
import { newWords } from "./memory.js";

/** Documents of a block are looked through together. */
export const BLOCK = 64;
/** Sets of three bytes that are told apart; a power of two. */
const CLASSES = 4096;
/** For fewer documents a search takes no time anyhow. */
const FROM_DOCUMENTS = 1024;

/**
 * In which blocks of documents three bytes in a row occur: a bitmap of blocks for each class of such threes. Most
 * searches are for something rare, and have to look at a few blocks only. Eight bytes a document.
 */
export interface TextFilter {
  words: number;
  blocks: Uint32Array;
}

const classOf = (a: number, b: number, c: number): number =>
  Math.imul(a | (b << 8) | (c << 16), 0x9e3779b1) >>> 20;

/** Null when a filter would not pay. Texts lie one after the other, as `starts` says. */
export function filterTexts(heap: Uint8Array, starts: Uint32Array): TextFilter | null {
  const count = starts.length;
  if (count < FROM_DOCUMENTS) return null;
  const words = wordsFor(Math.ceil(count / BLOCK));
  const blocks = newWords(words * CLASSES, count);
  for (let document = 0; document < count; document++) {
    const end = (starts[document + 1] ?? heap.length) - 2;
    const block = Math.floor(document / BLOCK);
    for (let at = starts[document] ?? 0; at < end; at++)
      setBit(blocks, classOf(heap[at] ?? 0, heap[at + 1] ?? 0, heap[at + 2] ?? 0) * words * 32 + block);
  }
  return { words, blocks };
}

/** The blocks in which the text may occur; null when nothing is known. */
export function blocksWith({ words, blocks }: TextFilter, needle: Uint8Array): Uint32Array | null {
  if (needle.length < 3) return null;
  const candidates = new Uint32Array(words).fill(0xffffffff);
  for (let at = 0; at + 2 < needle.length; at++) {
    const row = classOf(needle[at] ?? 0, needle[at + 1] ?? 0, needle[at + 2] ?? 0) * words;
    intersect(candidates, blocks.subarray(row, row + words));
  }
  return candidates;
}
