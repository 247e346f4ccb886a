import { setBit, wordsFor } from "./bitmap.js";
import type { Column } from "./columns.js";
import { allocate, asBuffer, grown, newBytes, newWords } from "./memory.js";
import type { IndexedValue } from "./decoder.js";
import type { ColumnBuilder } from "./column-builder.js";

/** Number of different texts above which a dictionary saves nothing; codes fit 16 bits. */
const MAX_WORDS = 4096;
/** Characters of a text above which there is no dictionary: a search looks at each of its texts. */
const LONGEST_WORD = 256;
/** Average number of times that each text of a dictionary must occur. */
const MIN_REPEATS = 4;

const ABSENT = 0xffffffff;

/**
 * Builds a column of texts. Each text is written into a heap once or, while there are few different ones,
 * replaced by a code; the form that suits readers better is chosen at the end.
 */
export class TextBuilder implements ColumnBuilder {
  readonly #slots: number;
  /** Code of each text while there are few different ones; null once there are many. */
  #words: Map<string, number> | null = new Map();
  /** Characters of the texts in the dictionary. */
  #characters = 0;
  /**
   * For each document and slot the code of its text or, with many texts, the offset at which the text begins;
   * ABSENT without a text.
   */
  #positions: Uint32Array;
  /** With many texts, the offset at which each text ends. */
  #ends = new Uint32Array(0);
  #heap = asBuffer(new Uint8Array(0));
  #used = 0;
  #count = 0;

  constructor(slots: number) {
    this.#slots = slots;
    this.#positions = new Uint32Array(64 * slots);
  }

  get bytes(): number {
    return this.#words === null ? this.#count * 4 + this.#used : this.#count * 2 + this.#characters;
  }

  add(value: IndexedValue): void {
    const texts = value as readonly (string | null)[];
    for (let slot = 0; slot < this.#slots; slot++) this.#addText(texts[slot] ?? null);
  }

  #addText(text: string | null): void {
    if (this.#words !== null && text !== null && text.length > LONGEST_WORD) this.#giveUpWords(this.#words);
    const at = this.#count++;
    if (at === this.#positions.length) this.#positions = grown(this.#positions, 0);
    if (text === null) this.#positions[at] = ABSENT;
    else if (this.#words === null) this.#write(at, text);
    else {
      const code = this.#words.get(text) ?? this.#words.size;
      if (code === this.#words.size) {
        this.#words.set(text, code);
        this.#characters += text.length;
      }
      this.#positions[at] = code;
      if (this.#words.size > MAX_WORDS) this.#giveUpWords(this.#words);
    }
  }

  #giveUpWords(words: ReadonlyMap<string, number>): void {
    const texts = [...words.keys()];
    this.#words = null;
    for (let at = 0; at < this.#count; at++) {
      const code = this.#positions[at] ?? ABSENT;
      if (code !== ABSENT) this.#write(at, texts[code] ?? "");
    }
  }

  #write(at: number, text: string): void {
    // A UTF-16 unit takes three bytes of UTF-8 at most.
    const room = this.#used + text.length * 3;
    if (room > this.#heap.length) this.#heap = asBuffer(grown(new Uint8Array(this.#heap.buffer), room));
    if (at >= this.#ends.length) this.#ends = grown(this.#ends, Math.max(this.#positions.length, at + 1));
    this.#positions[at] = this.#used;
    this.#used += this.#heap.write(text, this.#used);
    this.#ends[at] = this.#used;
  }

  /** Lists the texts of each document again as mere presence: null, '' or any text. */
  *outlines(): Iterable<readonly (string | null)[]> {
    const isBlank = [...(this.#words?.keys() ?? [])].map((word) => word === "");
    for (let first = 0; first < this.#count; first += this.#slots) {
      yield Array.from({ length: this.#slots }, (_, slot) => {
        const position = this.#positions[first + slot] ?? ABSENT;
        if (position === ABSENT) return null;
        const isEmpty = this.#words === null ? this.#ends[first + slot] === position : isBlank[position];
        return isEmpty ? "" : "…";
      });
    }
  }

  finish(order: Uint32Array): Column {
    if (this.#words !== null) {
      if (this.#words.size * MIN_REPEATS <= this.#count) return this.#finishCodes(this.#words, order);
      this.#giveUpWords(this.#words);
    }
    return this.#finishTexts(order);
  }

  #finishCodes(words: ReadonlyMap<string, number>, order: Uint32Array): Column {
    const encoded = [...words.keys()].map((word) => ({
      word: word.toWellFormed(),
      bytes: Buffer.from(word),
    }));
    const inOrder = encoded.toSorted((a, b) => Buffer.compare(a.bytes, b.bytes));
    const dictionary = [...new Set(inOrder.map(({ word }) => word))];
    const rankOf = new Map(dictionary.map((word, rank) => [word, rank + 1]));
    const ranks = encoded.map(({ word }) => rankOf.get(word) ?? 0);
    const slots = Array.from({ length: this.#slots }, (_, slot) => {
      const codes = new Uint16Array(allocate(order.length * 2));
      for (let at = 0; at < order.length; at++) {
        const code = this.#positions[(order[at] ?? 0) * this.#slots + slot] ?? ABSENT;
        codes[at] = code === ABSENT ? 0 : (ranks[code] ?? 0);
      }
      return codes;
    });
    return { kind: "code", dictionary, slots };
  }

  #finishTexts(order: Uint32Array): Column {
    const heap = newBytes(this.#sizeOf(order));
    const blanks = newWords(wordsFor(order.length));
    let used = 0;
    let hasBlanks = false;
    const slots = Array.from({ length: this.#slots }, (_, slot) => {
      const offsets = newWords(order.length + 1);
      for (let at = 0; at < order.length; at++) {
        offsets[at] = used;
        const position = (order[at] ?? 0) * this.#slots + slot;
        const [start, end] = [this.#positions[position] ?? ABSENT, this.#ends[position] ?? 0];
        if (start === ABSENT) continue;
        if (start === end) {
          setBit(blanks, at);
          hasBlanks = true;
        }
        heap.set(this.#heap.subarray(start, end), used);
        used += end - start;
      }
      offsets[order.length] = used;
      return offsets;
    });
    return { kind: "text", heap, slots, blanks: hasBlanks ? blanks : null };
  }

  #sizeOf(order: Uint32Array): number {
    let size = 0;
    for (const document of order) {
      for (let position = document * this.#slots; position < (document + 1) * this.#slots; position++) {
        const start = this.#positions[position] ?? ABSENT;
        if (start !== ABSENT) size += (this.#ends[position] ?? 0) - start;
      }
    }
    return size;
  }
}
