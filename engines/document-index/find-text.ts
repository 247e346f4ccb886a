import { type Bitmap, hasBit, setBit, wordsFor } from "./bitmap.js";
import { finderOf } from "../../contracts/find-text.js";
import { readId } from "./document-ids.js";
import { bytesFinder } from "./find-bytes.js";
import type { FoldedText } from "./folded-text.js";
import { foldCase } from "./fold-case.js";
import { isPresent, type KeyView } from "./key-view.js";
import { asBuffer, newWords } from "./memory.js";
import { BLOCK, blocksWith } from "./text-filter.js";

/** Average bytes between finds below which native searches cost more than a look at every byte. */
const DENSE_BYTES = 160;
const FINDS = 32;
/** Bytes that are looked at one by one before the next native search. */
const STRETCH = 1 << 16;
/**
 * The longest searched text for the search byte by byte, which is too slow for a long text that nearly
 * matches everywhere.
 */
const MAX_DENSE_NEEDLE = 16;

/** A range of consecutive documents. */
type Stretch = [from: number, to: number];

/** Finds the documents whose folded text contains the folded `text`. */
export function findText(folded: FoldedText, view: KeyView, text: string): Bitmap {
  const count = folded.starts.length;
  const found = newWords(wordsFor(count));
  const needle = Buffer.from(text);
  if (needle.length === 0) {
    for (let document = 0; document < count; document++)
      if (isPresent(view, document)) setBit(found, document);
    return found;
  }
  const find = bytesFinder(needle);
  for (const stretch of stretchesWith(folded, needle))
    new TextSearch(folded, needle, find, found, stretch).run();
  return found;
}

/** Returns the number of bytes that a search looks at. */
export function searchedBytes(folded: FoldedText, text: string): number {
  const { starts, heap } = folded;
  return stretchesWith(folded, Buffer.from(text)).reduce(
    (sum, [from, to]) => sum + (starts[to] ?? heap.length) - (starts[from] ?? 0),
    0,
  );
}

/**
 * Lists the stretches of documents in which the filter allows the text; without a filter, one stretch of all
 * documents.
 */
function stretchesWith({ filter, starts }: FoldedText, needle: Buffer): Stretch[] {
  const blocks = filter && blocksWith(filter, needle);
  if (blocks === null) return [[0, starts.length]];
  const stretches: Stretch[] = [];
  for (let block = 0; block * BLOCK < starts.length; block++) {
    if (!hasBit(blocks, block)) continue;
    const [from, to] = [block * BLOCK, Math.min((block + 1) * BLOCK, starts.length)];
    const last = stretches.at(-1);
    if (last?.[1] === from) last[1] = to;
    else stretches.push([from, to]);
  }
  return stretches;
}

/** Finds documents by texts of a dictionary, and looks at each text once. */
export function findWords(view: Extract<KeyView, { kind: "code" }>, text: string): Bitmap {
  const count = view.codes.length;
  const found = newWords(wordsFor(count));
  const codes = new Uint32Array(wordsFor(view.words.length + 1));
  const find = finderOf(text);
  view.words.forEach((word, at) => {
    if (find(foldCase(asBuffer(word).toString()), 0) !== -1) setBit(codes, at + 1);
  });
  for (let document = 0; document < count; document++)
    if (hasBit(codes, view.codes[document] ?? 0)) setBit(found, document);
  return found;
}

/** Finds documents by their ids, which have no upper and lower case. */
export function findIdsWith(ids: Uint32Array, text: string, count: number): Bitmap {
  const found = newWords(wordsFor(count));
  for (let document = 0; document < count; document++)
    if (readId(ids, document).includes(text)) setBit(found, document);
  return found;
}

class TextSearch {
  readonly #heap: Buffer;
  readonly #starts: Uint32Array;
  readonly #needle: Buffer;
  readonly #find: ReturnType<typeof bytesFinder>;
  readonly #found: Bitmap;
  /** The first document that was not looked at, and the end of the documents to look at. */
  #document: number;
  readonly #end: number;

  constructor(
    { heap, starts }: FoldedText,
    needle: Buffer,
    find: ReturnType<typeof bytesFinder>,
    found: Bitmap,
    [from, to]: Stretch,
  ) {
    this.#heap = asBuffer(heap.subarray(0, starts[to] ?? heap.length));
    this.#starts = starts;
    this.#needle = needle;
    this.#find = find;
    this.#found = found;
    this.#document = from;
    this.#end = to;
  }

  run(): void {
    while (this.#document < this.#end) {
      const from = this.#startOf(this.#document);
      if (!this.#search()) return;
      const passed = this.#startOf(this.#document) - from;
      if (passed < FINDS * DENSE_BYTES && this.#needle.length <= MAX_DENSE_NEEDLE) this.#look();
    }
  }

  #startOf = (document: number): number => this.#starts[document] ?? this.#heap.length;

  /** Does a few finds by native search; returns false when there are no more finds. */
  #search(): boolean {
    for (let finds = 0; finds < FINDS; finds++) {
      const at = this.#find(this.#heap, this.#startOf(this.#document));
      if (at < 0) return false;
      const document = this.#documentAt(at);
      setBit(this.#found, document);
      this.#document = document + 1;
      if (this.#document === this.#end) return false;
    }
    return true;
  }

  /**
   * Returns the document whose text contains the position. Near documents are tried first, because the next
   * find is mostly near.
   */
  #documentAt(position: number): number {
    let [low, step] = [this.#document, 1];
    while (low + step < this.#end && (this.#starts[low + step] ?? 0) <= position) {
      low += step;
      step *= 2;
    }
    let high = Math.min(low + step, this.#end);
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if ((this.#starts[middle] ?? 0) <= position) low = middle;
      else high = middle;
    }
    return low;
  }

  /** Continues byte by byte, text by text, and leaves each text at its first find. */
  #look(): void {
    const [heap, needle, starts] = [this.#heap, this.#needle, this.#starts];
    const first = needle[0] ?? 0;
    const until = this.#startOf(this.#document) + STRETCH;
    let document = this.#document;
    for (; document < this.#end && (starts[document] ?? 0) < until; document++) {
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
  }
}
