import type { SegmentData } from "../columns.js";
import type { IndexPlan } from "../index-plan.js";
import type { DocumentRow } from "../interface.js";
import type { Decode } from "../decoder.js";
import { SegmentBuilder } from "../segment-builder.js";

/** What an index may take. */
export interface IndexRoom {
  maxBytes: number;
  /** Whether it has the long texts too: readers seldom ask what they say, and they take more than all else. */
  hasLongTexts: boolean;
}

/** The columns of a type, and the plan that they follow. */
export interface BuiltIndex {
  plan: IndexPlan;
  data: SegmentData;
  /** Fields whose long texts were set aside, and would fit. */
  aside: readonly string[];
}

/** Texts are long when they take more than this in all, and a document. */
const LONG = { bytes: 2 ** 20, perDocument: 256 };

/** Builds the columns of a type from its rows, in the memory that it is given. */
export class IndexBuilder {
  readonly #plan: IndexPlan;
  readonly #decode: Decode;
  readonly #room: IndexRoom;
  readonly #segment: SegmentBuilder;
  readonly #givenUp = new Set<string>();
  /** Bytes a document of the fields that were set aside. */
  readonly #aside = new Map<string, number>();

  constructor(plan: IndexPlan, room: IndexRoom, decode: Decode) {
    this.#plan = plan;
    this.#decode = decode;
    this.#room = room;
    this.#segment = new SegmentBuilder(plan);
  }

  /**
   * False when the columns exceed the memory, even without the values of the fields whose texts take most of it.
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

  /** The rest will have to be asked elsewhere. */
  #fittingAside(): string[] {
    let room = this.#room.maxBytes - this.#segment.bytes;
    const bySize = [...this.#aside].toSorted(([, one], [, other]) => one - other);
    return bySize.flatMap(([name, perDocument]) => {
      room -= perDocument * this.#segment.count;
      return room >= 0 ? [name] : [];
    });
  }
}
