import { firstPosition } from "./ranks.js";
import { type SortViews, compareAcross } from "./sort-views.js";
import type { Walk } from "./walk.js";

/** A document and the segment in which it lives. */
export interface FoundDocument {
  views: SortViews;
  document: number;
}

const compareFound = (a: FoundDocument, b: FoundDocument): number =>
  compareAcross(a.views, a.document, b.views, b.document);

/**
 * Returns a page of several runs as if they were one. The largest run is walked, and the few documents of the
 * other runs are merged in.
 */
export function mergeRuns(walks: readonly Walk[], offset: number, limit: number): FoundDocument[] {
  const [main, ...others] = walks.toSorted((a, b) => b.run.order.length - a.run.order.length);
  if (main === undefined) return [];
  const between = others.flatMap((walk) => firstOf(walk, offset + limit)).sort(compareFound);
  const merging = new Merging(main, offset, limit);
  for (const found of between.slice(merging.jump(between))) {
    merging.passUntil(found);
    if (merging.isFull) break;
    merging.put(found);
  }
  merging.passRest();
  return merging.page;
}

function firstOf(walk: Walk, count: number): FoundDocument[] {
  const { order, views } = walk.run;
  const documents: number[] = [];
  walk.take(count, order.length, documents);
  return documents.map((document) => ({ views, document }));
}

class Merging {
  readonly page: FoundDocument[] = [];
  readonly #walk: Walk;
  #toSkip: number;
  readonly #limit: number;

  constructor(main: Walk, offset: number, limit: number) {
    this.#walk = main;
    this.#toSkip = offset;
    this.#limit = limit;
  }

  get isFull(): boolean {
    return this.page.length >= this.#limit;
  }

  /**
   * Skips everything before the page at once, where the run counts its documents; returns how many documents
   * of `between` come before the page.
   */
  jump(between: readonly FoundDocument[]): number {
    const { counts } = this.#walk.run;
    if (counts === null) return 0;
    const passed = firstPosition(between.length, (at) => {
      const found = between[at];
      return found === undefined || counts.countBefore(this.#positionOf(found)) + at >= this.#toSkip;
    });
    this.#walk.jump(counts.positionAfter(this.#toSkip - passed));
    this.#toSkip = 0;
    return passed;
  }

  /** Passes the documents of the run that come before this one. */
  passUntil(found: FoundDocument): void {
    this.#pass(this.#positionOf(found));
  }

  /**
   * Finds the first position of the run, from the walk's present one, whose document comes after the other.
   */
  #positionOf(found: FoundDocument): number {
    const { order, views } = this.#walk.run;
    const from = this.#walk.position;
    return (
      from +
      firstPosition(
        order.length - from,
        (at) => compareAcross(views, order[from + at] ?? 0, found.views, found.document) > 0,
      )
    );
  }

  passRest(): void {
    this.#pass(this.#walk.run.order.length);
  }

  put(found: FoundDocument): void {
    if (this.#toSkip > 0) this.#toSkip--;
    else this.page.push(found);
  }

  #pass(end: number): void {
    this.#toSkip -= this.#walk.skip(this.#toSkip, end);
    if (this.#toSkip > 0) return;
    const documents: number[] = [];
    this.#walk.take(this.#limit - this.page.length, end, documents);
    for (const document of documents) this.page.push({ views: this.#walk.run.views, document });
  }
}
