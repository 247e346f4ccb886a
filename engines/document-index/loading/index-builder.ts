import type { SegmentData } from "../columns.js";
import type { IndexPlan } from "../index-plan.js";
import type { DocumentRow } from "../interface.js";
import type { Decode } from "../decoder.js";
import { SegmentBuilder } from "../segment-builder.js";

/** The memory and the kind of texts that an index may have. */
export interface IndexRoom {
  maxBytes: number;
  /**
   * Set when the index has the long texts too. Queries seldom compare them, and they take more memory than
   * everything else.
   */
  hasLongTexts: boolean;
}

/** The columns of a type, and the plan that they follow. */
export interface BuiltIndex {
  plan: IndexPlan;
  data: SegmentData;
  /** Fields whose long texts were left out although they would fit. */
  aside: readonly string[];
}

/**
 * Limits above which a field's texts count as long: bytes in all, and bytes for each document. Both must be
 * exceeded.
 */
const LONG = { bytes: 2 ** 20, perDocument: 256 };

/** Builds the columns of a type from its rows, within a given amount of memory. */
export class IndexBuilder {
  readonly #plan: IndexPlan;
  readonly #decode: Decode;
  readonly #room: IndexRoom;
  readonly #segment: SegmentBuilder;
  readonly #givenUp = new Set<string>();
  /** Bytes for each document of the fields that were left out. */
  readonly #aside = new Map<string, number>();

  constructor(plan: IndexPlan, room: IndexRoom, decode: Decode) {
    this.#plan = plan;
    this.#decode = decode;
    this.#room = room;
    this.#segment = new SegmentBuilder(plan);
  }

  /**
   * Adds rows. Returns false when the columns exceed the memory even without the values of the fields whose
   * texts take most of it.
   */
  add(rows: readonly DocumentRow[]): boolean {
    for (const row of rows) this.#segment.add(this.#decode(this.#plan, row));
    if (!this.#room.hasLongTexts) this.#setAside();
    while (this.#segment.bytes > this.#room.maxBytes) if (!this.#giveUpLargest()) return false;
    return true;
  }

  #setAside(): void {
    for (const [at, bytes] of this.#segment.columnBytes().entries()) {
      const perDocument = bytes / this.#segment.count;
      const field = this.#plan.fields[at];
      if (field === undefined || bytes <= LONG.bytes || perDocument <= LONG.perDocument) continue;
      if (this.#segment.giveUpTexts(at)) this.#aside.set(field.name, perDocument);
    }
  }

  #giveUpLargest(): boolean {
    const bytes = this.#segment.columnBytes();
    const bySize = this.#plan.fields
      .map(({ name, isPinned }, at) => ({ name, at, isPinned }))
      .filter(({ isPinned }) => !isPinned)
      .sort((a, b) => (bytes[b.at] ?? 0) - (bytes[a.at] ?? 0));
    const largest = bySize.find(({ at }) => this.#segment.giveUpTexts(at));
    if (largest !== undefined) this.#givenUp.add(largest.name);
    return largest !== undefined;
  }

  finish(): BuiltIndex {
    const fields = this.#plan.fields.map((field) => ({
      ...field,
      isPresenceOnly: field.isPresenceOnly || this.#givenUp.has(field.name) || this.#aside.has(field.name),
    }));
    const aside = this.#fittingAside();
    return { plan: { ...this.#plan, fields }, data: this.#segment.finish(), aside };
  }

  /** Lists the fields that were left out and would fit. The others can be queried only in a file. */
  #fittingAside(): string[] {
    let room = this.#room.maxBytes - this.#segment.bytes;
    const bySize = [...this.#aside].toSorted(([, one], [, other]) => one - other);
    return bySize.flatMap(([name, perDocument]) => {
      room -= perDocument * this.#segment.count;
      return room >= 0 ? [name] : [];
    });
  }
}
