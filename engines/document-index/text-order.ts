import { NEAR } from "./compare-texts.js";
import type { KeyView } from "./key-view.js";
import { asBuffer } from "./memory.js";

type TextView = Extract<KeyView, { kind: "text" }>;

/** Length below which runs are sorted by comparing. */
const SMALL = 24;
const WIDE_FROM = 1 << 15;
/** Number of bytes that are compared at once. */
const CHUNK = 4;

/**
 * Sorts the documents in `order` up to `end`, which all have a text, by that text: four bytes at a time, and
 * then again among those that agree in these. Documents with equal texts keep their order.
 */
export function sortTexts(view: TextView, order: Uint32Array, end: number, isDescending: boolean): void {
  new TextSort(view, order, end, isDescending).run();
}

class TextSort {
  readonly #view: TextView;
  readonly #order: Uint32Array;
  readonly #end: number;
  readonly #sign: 1 | -1;
  /** Keys of the documents at the same positions of `order`. */
  readonly #keys: Uint32Array;
  readonly #spareOrder: Uint32Array;
  readonly #spareKeys: Uint32Array;
  /** Runs still to sort: where each begins and ends, and how many bytes of its texts agree. */
  readonly #runs: number[] = [];

  constructor(view: TextView, order: Uint32Array, end: number, isDescending: boolean) {
    this.#view = view;
    this.#order = order;
    this.#end = end;
    this.#sign = isDescending ? -1 : 1;
    this.#keys = new Uint32Array(end);
    this.#spareOrder = new Uint32Array(end);
    this.#spareKeys = new Uint32Array(end);
  }

  run(): void {
    this.#runs.push(0, this.#end, 0);
    while (this.#runs.length > 0) {
      const depth = this.#runs.pop() ?? 0;
      const end = this.#runs.pop() ?? 0;
      const start = this.#runs.pop() ?? 0;
      if (end - start <= SMALL) this.#insert(start, end, depth);
      else this.#split(start, end, depth);
    }
  }

  #split(start: number, end: number, depth: number): void {
    this.#readKeys(start, end, depth);
    const bits = end - start >= WIDE_FROM ? 16 : 8;
    for (let shift = 0; shift < 32; shift += bits) this.#sortByDigit(start, end, shift, bits);
    for (let from = start, at = start + 1; at <= end; at++) {
      if (at < end && this.#keys[at] === this.#keys[from]) continue;
      if (at - from > 1) this.#splitByEnd(from, at, depth);
      from = at;
    }
  }

  /** Reads the next bytes of each text as a number; a shorter text is filled up with zeros. */
  #readKeys(start: number, end: number, depth: number): void {
    const { heap, starts, ends } = this.#view;
    for (let at = start; at < end; at++) {
      const document = this.#order[at] ?? 0;
      const textEnd = ends[document] ?? 0;
      let byte = (starts[document] ?? 0) + depth;
      let key = 0;
      for (let step = 0; step < CHUNK; step++, byte++)
        key = (key << 8) | (byte < textEnd ? (heap[byte] ?? 0) : 0);
      this.#keys[at] = this.#sign === 1 ? key : ~key;
    }
  }

  #sortByDigit(start: number, end: number, shift: number, bits: number): void {
    const [order, keys] = [this.#order, this.#keys];
    const mask = (1 << bits) - 1;
    const positions = new Uint32Array(mask + 2);
    for (let at = start; at < end; at++) {
      const digit = ((keys[at] ?? 0) >>> shift) & mask;
      positions[digit + 1] = (positions[digit + 1] ?? 0) + 1;
    }
    if (positions[(((keys[start] ?? 0) >>> shift) & mask) + 1] === end - start) return;
    for (let digit = 1; digit <= mask; digit++)
      positions[digit] = (positions[digit] ?? 0) + (positions[digit - 1] ?? 0);
    for (let at = start; at < end; at++) {
      const key = keys[at] ?? 0;
      const digit = (key >>> shift) & mask;
      const position = positions[digit] ?? 0;
      positions[digit] = position + 1;
      this.#spareOrder[position] = order[at] ?? 0;
      this.#spareKeys[position] = key;
    }
    order.set(this.#spareOrder.subarray(0, end - start), start);
    keys.set(this.#spareKeys.subarray(0, end - start), start);
  }

  /**
   * Splits a run of equal keys. Texts that end within these bytes differ only by how many of their zeros are
   * real; longer texts come after them and are sorted by their next bytes.
   */
  #splitByEnd(start: number, end: number, depth: number): void {
    const { starts, ends } = this.#view;
    const run = this.#order.slice(start, end);
    const lengths = run.map((document) =>
      Math.min((ends[document] ?? 0) - (starts[document] ?? 0) - depth, CHUNK + 1),
    );
    let position = start;
    for (let step = 0; step <= CHUNK + 1; step++) {
      const length = this.#sign === 1 ? step : CHUNK + 1 - step;
      const from = position;
      for (let at = 0; at < run.length; at++)
        if (lengths[at] === length) this.#order[position++] = run[at] ?? 0;
      if (length > CHUNK && position - from > 1) this.#runs.push(from, position, depth + CHUNK);
    }
  }

  #insert(start: number, end: number, depth: number): void {
    for (let at = start + 1; at < end; at++) {
      const document = this.#order[at] ?? 0;
      let position = at;
      while (position > start && this.#isAfter(this.#order[position - 1] ?? 0, document, depth)) {
        this.#order[position] = this.#order[position - 1] ?? 0;
        position--;
      }
      this.#order[position] = document;
    }
  }

  #isAfter(a: number, b: number, depth: number): boolean {
    const { heap, starts, ends } = this.#view;
    const [startA, startB] = [starts[a] ?? 0, starts[b] ?? 0];
    const [lengthA, lengthB] = [(ends[a] ?? 0) - startA, (ends[b] ?? 0) - startB];
    const length = Math.min(lengthA, lengthB);
    const near = Math.min(length, depth + NEAR);
    for (let at = depth; at < near; at++) {
      const difference = (heap[startA + at] ?? 0) - (heap[startB + at] ?? 0);
      if (difference !== 0) return difference * this.#sign > 0;
    }
    if (near === length) return (lengthA - lengthB) * this.#sign > 0;
    const difference = asBuffer(heap).compare(
      heap,
      startB + near,
      startB + lengthB,
      startA + near,
      startA + lengthA,
    );
    return difference * this.#sign > 0;
  }
}
