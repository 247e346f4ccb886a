import { setBit, wordsFor } from "./bitmap.js";
import type { Column } from "./columns.js";
import type { IndexedField } from "./index-plan.js";
import { allocate, grown, newWords } from "./memory.js";
import type { IndexedValue } from "./decoder.js";
import { TextBuilder } from "./text-builder.js";
import type { ColumnBuilder } from "./column-builder.js";

export function builderFor(field: IndexedField): ColumnBuilder {
  if (field.isPresenceOnly) return new PresenceBuilder(slotCount(field));
  switch (field.kind) {
    case "number":
    case "instant":
      return new NumberBuilder();
    case "flag":
      return new FlagBuilder();
    default:
      return new TextBuilder(slotCount(field));
  }
}

export const slotCount = ({ locales }: IndexedField): number => locales?.length ?? 1;

class NumberBuilder implements ColumnBuilder {
  #values = new Float64Array(64);
  #count = 0;

  get bytes(): number {
    return this.#count * 8;
  }

  add(value: IndexedValue): void {
    if (this.#count === this.#values.length) this.#values = grown(this.#values, 0);
    this.#values[this.#count++] = value as number;
  }

  finish(order: Uint32Array): Column {
    const values = new Float64Array(allocate(order.length * 8));
    for (let at = 0; at < order.length; at++) values[at] = this.#values[order[at] ?? 0] ?? Number.NaN;
    return { kind: "number", values };
  }
}

const FALSE = 1;
const TRUE = 2;

class FlagBuilder implements ColumnBuilder {
  #values = new Uint8Array(64);
  #count = 0;

  get bytes(): number {
    return this.#count / 4;
  }

  add(value: IndexedValue): void {
    if (this.#count === this.#values.length) this.#values = grown(this.#values, 0);
    this.#values[this.#count++] = value === null ? 0 : value === true ? TRUE : FALSE;
  }

  finish(order: Uint32Array): Column {
    const present = newWords(wordsFor(order.length));
    const truths = newWords(wordsFor(order.length));
    for (let at = 0; at < order.length; at++) {
      const value = this.#values[order[at] ?? 0] ?? 0;
      if (value !== 0) setBit(present, at);
      if (value === TRUE) setBit(truths, at);
    }
    return { kind: "flag", present, truths };
  }
}

/** Builds a column of presences. It takes texts as well: a text is present when it is not empty. */
export class PresenceBuilder implements ColumnBuilder {
  readonly #slots: Uint8Array[];
  #count = 0;

  constructor(slots: number) {
    this.#slots = Array.from({ length: slots }, () => new Uint8Array(64));
  }

  get bytes(): number {
    return (this.#slots.length * this.#count) / 8;
  }

  add(value: IndexedValue): void {
    this.#slots.forEach((slot, number) => {
      const room = this.#count < slot.length ? slot : grown(slot, 0);
      this.#slots[number] = room;
      room[this.#count] = (value as readonly unknown[])[number] ? 1 : 0;
    });
    this.#count++;
  }

  finish(order: Uint32Array): Column {
    const slots = this.#slots.map((slot) => {
      const bits = newWords(wordsFor(order.length));
      for (let at = 0; at < order.length; at++) if (slot[order[at] ?? 0] === 1) setBit(bits, at);
      return bits;
    });
    return { kind: "presence", slots };
  }
}
