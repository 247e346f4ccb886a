import { builderFor, PresenceBuilder, slotCount } from "./column-builders.js";
import type { Column, SegmentData } from "./columns.js";
import { compareIds, WORDS_PER_ID, writeId } from "./document-ids.js";
import type { IndexPlan } from "./index-plan.js";
import { allocate, grown, newWords } from "./memory.js";
import { sortByKey } from "./radix.js";
import type { IndexedRow } from "./decoder.js";
import { TextBuilder } from "./text-builder.js";
import type { ColumnBuilder } from "./column-builder.js";

/** Takes documents in any order; a later row of a document replaces an earlier one. */
export class SegmentBuilder {
  readonly #plan: IndexPlan;
  readonly #columns: ColumnBuilder[];
  #ids = new Uint32Array(64 * WORDS_PER_ID);
  #versions = new Float64Array(64);
  #count = 0;

  constructor(plan: IndexPlan) {
    this.#plan = plan;
    this.#columns = plan.fields.map(builderFor);
  }

  get count(): number {
    return this.#count;
  }

  /** Estimated bytes of the finished segment. */
  get bytes(): number {
    const columns = this.#columns.reduce((sum, column) => sum + column.bytes, 0);
    return columns + this.#count * (WORDS_PER_ID + 2) * 4;
  }

  /** Returns the bytes of each column, in the order of the plan. */
  columnBytes(): number[] {
    return this.#columns.map(({ bytes }) => bytes);
  }

  /** Reduces a column of texts to their presence; returns false for a column without texts. */
  giveUpTexts(at: number): boolean {
    const [column, field] = [this.#columns[at], this.#plan.fields[at]];
    if (!(column instanceof TextBuilder) || field === undefined) return false;
    const presence = new PresenceBuilder(slotCount(field));
    for (const outline of column.outlines()) presence.add(outline);
    this.#columns[at] = presence;
    return true;
  }

  add({ id, version, values }: IndexedRow): void {
    if (this.#count === this.#versions.length) {
      this.#ids = grown(this.#ids, 0);
      this.#versions = grown(this.#versions, 0);
    }
    writeId(this.#ids, this.#count * WORDS_PER_ID, id);
    this.#versions[this.#count++] = version;
    for (let at = 0; at < this.#columns.length; at++) this.#columns[at]?.add(values[at] ?? null);
  }

  finish(): SegmentData {
    const order = this.#orderById();
    const count = order.length;
    const ids = newWords(count * WORDS_PER_ID);
    const versions = new Float64Array(allocate(count * 8));
    for (let at = 0; at < count; at++) {
      const from = order[at] ?? 0;
      versions[at] = this.#versions[from] ?? 0;
      for (let word = 0; word < WORDS_PER_ID; word++)
        ids[at * WORDS_PER_ID + word] = this.#ids[from * WORDS_PER_ID + word] ?? 0;
    }
    const columns = new Map<string, Column>();
    this.#plan.fields.forEach(({ name }, at) => {
      const column = this.#columns[at]?.finish(order);
      if (column !== undefined) columns.set(name, column);
    });
    return { count, ids, versions, columns };
  }

  #orderById(): Uint32Array {
    let order: Uint32Array = Uint32Array.from({ length: this.#count }, (_, at) => at);
    const words = new Uint32Array(this.#count);
    for (let word = WORDS_PER_ID - 1; word >= 0; word--) {
      for (let at = 0; at < this.#count; at++) words[at] = this.#ids[at * WORDS_PER_ID + word] ?? 0;
      order = sortByKey(order, words);
    }
    const isLast = (document: number, at: number) => {
      const next = order[at + 1];
      return next === undefined || compareIds(this.#ids, document, this.#ids, next) !== 0;
    };
    return order.filter(isLast);
  }
}

/** Builds a segment of a few documents. */
export function buildSegment(plan: IndexPlan, rows: Iterable<IndexedRow>): SegmentData {
  const builder = new SegmentBuilder(plan);
  for (const row of rows) builder.add(row);
  return builder.finish();
}
