import type { SegmentData } from "../columns.js";
import type { IndexPlan } from "../index-plan.js";
import type { DocumentRow } from "../query-engine.js";
import { readRow } from "../read-row.js";
import { SegmentBuilder } from "../segment-builder.js";

/** The columns of a type, and the plan that they follow. */
export interface BuiltIndex {
  plan: IndexPlan;
  data: SegmentData;
}

/** Builds the columns of a type from its rows, in the memory that it is given. */
export class IndexBuilder {
  readonly #plan: IndexPlan;
  readonly #maxBytes: number;
  readonly #segment: SegmentBuilder;
  readonly #givenUp = new Set<string>();

  constructor(plan: IndexPlan, maxBytes: number) {
    this.#plan = plan;
    this.#maxBytes = maxBytes;
    this.#segment = new SegmentBuilder(plan);
  }

  /**
   * False when the columns exceed the memory, even without the values of the fields whose texts take most of it.
   */
  add(rows: readonly DocumentRow[]): boolean {
    for (const row of rows) this.#segment.add(readRow(this.#plan, row));
    while (this.#segment.bytes > this.#maxBytes) if (!this.#giveUpLargest()) return false;
    return true;
  }

  #giveUpLargest(): boolean {
    const bytes = this.#segment.columnBytes();
    const bySize = this.#plan.fields
      .map(({ name, definition }, at) => ({ name, at, isSystem: definition === null }))
      .filter(({ isSystem }) => !isSystem)
      .sort((a, b) => (bytes[b.at] ?? 0) - (bytes[a.at] ?? 0));
    const largest = bySize.find(({ at }) => this.#segment.giveUpTexts(at));
    if (largest !== undefined) this.#givenUp.add(largest.name);
    return largest !== undefined;
  }

  finish(): BuiltIndex {
    const fields = this.#plan.fields.map((field) => ({
      ...field,
      isPresenceOnly: field.isPresenceOnly || this.#givenUp.has(field.name),
    }));
    return { plan: { ...this.#plan, fields }, data: this.#segment.finish() };
  }
}
