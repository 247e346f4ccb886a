import { firstPlace } from "./ranks.js";
import { type Run, Walk } from "./run.js";
import { compareAcross, type SortViews } from "./sort-views.js";

/** A document and where it lives. */
export interface Place {
  views: SortViews;
  document: number;
}

const comparePlaces = (a: Place, b: Place): number => compareAcross(a.views, a.document, b.views, b.document);

/**
 * A page of several runs as if they were one. One run is nearly all of them and is walked; the few documents of the
 * others are put in where they belong.
 */
export function mergeRuns(runs: readonly Run[], offset: number, limit: number): Place[] {
  const [main, ...others] = runs.toSorted((a, b) => b.order.length - a.order.length);
  if (main === undefined) return [];
  const between = others.flatMap((run) => firstOf(run, offset + limit)).sort(comparePlaces);
  const merging = new Merging(main, offset, limit);
  for (const place of between.slice(merging.jump(between))) {
    merging.passUntil(place);
    if (merging.isFull) break;
    merging.put(place);
  }
  merging.passRest();
  return merging.page;
}

function firstOf(run: Run, count: number): Place[] {
  const documents: number[] = [];
  new Walk(run).take(count, run.order.length, documents);
  return documents.map((document) => ({ views: run.views, document }));
}

class Merging {
  readonly page: Place[] = [];
  readonly #walk: Walk;
  #toSkip: number;
  readonly #limit: number;

  constructor(main: Run, offset: number, limit: number) {
    this.#walk = new Walk(main);
    this.#toSkip = offset;
    this.#limit = limit;
  }

  get isFull(): boolean {
    return this.page.length >= this.#limit;
  }

  /**
   * Leaves out, at once, what comes before the page, where the run counts; gives how many of the places between are
   * among it.
   */
  jump(between: readonly Place[]): number {
    const { counts } = this.#walk.run;
    if (counts === null) return 0;
    const passed = firstPlace(between.length, (at) => {
      const place = between[at];
      return place === undefined || counts.countBefore(this.#placeOf(place)) + at >= this.#toSkip;
    });
    this.#walk.jump(counts.placeAfter(this.#toSkip - passed));
    this.#toSkip = 0;
    return passed;
  }

  /** Passes what comes before the place. */
  passUntil(place: Place): void {
    this.#pass(this.#placeOf(place));
  }

  /** The first place of the run, from where the walk is, that comes after the other. */
  #placeOf(place: Place): number {
    const { order, views } = this.#walk.run;
    const from = this.#walk.place;
    return (
      from +
      firstPlace(
        order.length - from,
        (at) => compareAcross(views, order[from + at] ?? 0, place.views, place.document) > 0,
      )
    );
  }

  passRest(): void {
    this.#pass(this.#walk.run.order.length);
  }

  put(place: Place): void {
    if (this.#toSkip > 0) this.#toSkip--;
    else this.page.push(place);
  }

  #pass(end: number): void {
    this.#toSkip -= this.#walk.skip(this.#toSkip, end);
    if (this.#toSkip > 0) return;
    const documents: number[] = [];
    this.#walk.take(this.#limit - this.page.length, end, documents);
    for (const document of documents) this.page.push({ views: this.#walk.run.views, document });
  }
}
