import { hasBit } from "./bitmap.js";
import type { Run } from "./run.js";

/** Walks along a run and counts only the documents that match. */
export class Walk {
  readonly run: Run;
  #position = 0;

  constructor(run: Run) {
    this.run = run;
  }

  get position(): number {
    return this.#position;
  }

  /** Continues the walk from this position. */
  jump(position: number): void {
    this.#position = position;
  }

  /** Passes up to `most` documents that match and stand before `end`; returns their number. */
  skip(most: number, end: number): number {
    const { order, filter, counts } = this.run;
    if (counts !== null) {
      const before = counts.countBefore(this.#position);
      const passed = Math.min(most, counts.countBefore(end) - before);
      this.#position = Math.min(end, counts.positionAfter(before + passed));
      return passed;
    }
    let passed = 0;
    let position = this.#position;
    for (; position < end && passed < most; position++)
      if (filter === null || hasBit(filter, order[position] ?? 0)) passed++;
    this.#position = position;
    return passed;
  }

  /** Adds up to `most` documents that match and stand before `end`; returns their number. */
  take(most: number, end: number, into: number[]): number {
    const { order, filter } = this.run;
    let taken = 0;
    for (; this.#position < end && taken < most; this.#position++) {
      const document = order[this.#position] ?? 0;
      if (filter !== null && !hasBit(filter, document)) continue;
      into.push(document);
      taken++;
    }
    return taken;
  }
}
