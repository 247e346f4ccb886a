import { type Bitmap, hasBit, setBit, wordsFor } from "./bitmap.js";
import { readId } from "./document-ids.js";
import type { FoldedText } from "./folded-text.js";
import { foldCase } from "../query/fold-case.js";
import { isPresent, type KeyView } from "./key-view.js";
import { asBuffer, newWords } from "./memory.js";

/** When finds are closer together than this, on average, looking byte by byte costs less than each search. */
const DENSE_BYTES = 160;
const FINDS = 32;
/** Bytes that are looked at one by one before the next try to search. */
const STRETCH = 1 << 16;
/** Byte by byte, a long text that nearly agrees everywhere would take too long. */
const MAX_DENSE_NEEDLE = 16;

/** The documents whose folded text contains the folded `text` (decisions 11: `contains`). */
export function findText(folded: FoldedText, view: KeyView, text: string): Bitmap {
  const count = folded.starts.length;
  const found = newWords(wordsFor(count), count);
  const needle = Buffer.from(text);
  if (needle.length === 0) {
    for (let document = 0; document < count; document++)
      if (isPresent(view, document)) setBit(found, document);
  } else new TextSearch(folded, needle, found).run();
  return found;
}

/** The same for texts out of a dictionary, each of which is looked at once. */
export function findWords(view: Extract<KeyView, { kind: "code" }>, text: string): Bitmap {
  const count = view.codes.length;
  const found = newWords(wordsFor(count), count);
  const codes = new Uint32Array(wordsFor(view.words.length + 1));
  view.words.forEach((word, at) => {
    if (foldCase(asBuffer(word).toString()).includes(text)) setBit(codes, at + 1);
  });
  for (let document = 0; document < count; document++)
    if (hasBit(codes, view.codes[document] ?? 0)) setBit(found, document);
  return found;
}

/** The same for ids, which have no case. */
export function findIdsWith(ids: Uint32Array, text: string, count: number): Bitmap {
  const found = newWords(wordsFor(count), count);
  for (let document = 0; document < count; document++)
    if (readId(ids, document).includes(text)) setBit(found, document);
  return found;
}

class TextSearch {
  readonly #heap: Buffer;
  readonly #starts: Uint32Array;
  readonly #needle: Buffer;
  readonly #found: Bitmap;
  /** The first document that was not looked at, and how far the heap was. */
  #document = 0;
  #at = 0;

  constructor({ heap, starts }: FoldedText, needle: Buffer, found: Bitmap) {
    this.#heap = asBuffer(heap);
    this.#starts = starts;
    this.#needle = needle;
    this.#found = found;
  }

  run(): void {
    while (this.#at < this.#heap.length && this.#document < this.#starts.length) {
      const from = this.#at;
      if (!this.#search()) return;
      if (this.#at - from < FINDS * DENSE_BYTES && this.#needle.length <= MAX_DENSE_NEEDLE) this.#look();
    }
  }

  /** A few finds by native search; false when there is nothing more to find. */
  #search(): boolean {
    for (let finds = 0; finds < FINDS; finds++) {
      const at = this.#heap.indexOf(this.#needle, this.#at);
      if (at < 0) return false;
      const document = this.#documentAt(at);
      setBit(this.#found, document);
      this.#document = document + 1;
      this.#at = this.#starts[this.#document] ?? this.#heap.length;
      if (this.#document === this.#starts.length) return false;
    }
    return true;
  }

  /** The document whose text the place lies in: near ones first, as the next find is mostly near. */
  #documentAt(place: number): number {
    let [low, step] = [this.#document, 1];
    while (low + step < this.#starts.length && (this.#starts[low + step] ?? 0) <= place) {
      low += step;
      step *= 2;
    }
    let high = Math.min(low + step, this.#starts.length);
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if ((this.#starts[middle] ?? 0) <= place) low = middle;
      else high = middle;
    }
    return low;
  }

  /** Goes on byte by byte, text by text. */
  #look(): void {
    const [heap, needle, starts] = [this.#heap, this.#needle, this.#starts];
    const first = needle[0] ?? 0;
    const until = this.#at + STRETCH;
    let document = this.#document;
    for (; document < starts.length && (starts[document] ?? 0) < until; document++) {
      const last = (starts[document + 1] ?? heap.length) - 1 - needle.length;
      for (let at = starts[document] ?? 0; at <= last; at++) {
        if (heap[at] !== first) continue;
        let same = 1;
        while (same < needle.length && heap[at + same] === needle[same]) same++;
        if (same < needle.length) continue;
        setBit(this.#found, document);
        break;
      }
    }
    this.#document = document;
    this.#at = starts[document] ?? heap.length;
  }
}
