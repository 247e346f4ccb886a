import { type Bitmap, countBits, subtract } from "./bitmap.js";
import type { Derivation } from "./derivation.js";
import { readId } from "./document-ids.js";
import { Evaluation } from "./evaluation.js";
import type { IndexPage, IndexQuery } from "./interface.js";
import { firstPosition } from "./ranks.js";
import { type Matches, orderMatches, type Run, Walk } from "./run.js";
import type { Segment } from "./segment.js";
import { compareAcross, type SortViews } from "./sort-views.js";

/** What a query needs before it can be answered. */
export interface Lacking {
  segment: Segment;
  derivations: Derivation[];
}

export type Answer = { page: IndexPage } | { lacking: Lacking[] };

/** Answers a query over segments that together hold each document once, alive; or says what to prepare first. */
export function answerQuery(segments: readonly Segment[], query: IndexQuery): Answer {
  const borrowed: { segment: Segment; bits: Bitmap }[] = [];
  try {
    const lacking: Lacking[] = [];
    const matches: Matches[] = [];
    for (const segment of segments) {
      const bits = segment.borrow();
      borrowed.push({ segment, bits });
      const derivations = findMatches(segment, query, bits, matches);
      if (derivations.length > 0) lacking.push({ segment, derivations });
    }
    if (lacking.length > 0) return { lacking };
    return readPage(matches, query);
  } finally {
    for (const { segment, bits } of borrowed) segment.giveBack(bits);
  }
}

function findMatches(segment: Segment, query: IndexQuery, bits: Bitmap, matches: Matches[]): Derivation[] {
  const { where } = query;
  if (where.kind === "every" && segment.alive === segment.count) {
    matches.push({ segment, bits: null, count: segment.count, where, isEvery: true });
    return [];
  }
  const evaluation = new Evaluation(segment, query.chain);
  evaluation.fill(where, bits);
  if (segment.alive < segment.count) subtract(bits, segment.dead);
  const count = countBits(bits);
  if (count > 0) matches.push({ segment, bits, count, where, isEvery: where.kind === "every" });
  return evaluation.lacking;
}

function readPage(matches: readonly Matches[], query: IndexQuery): Answer {
  const { sort, chain, offset, limit } = query;
  const total = matches.reduce((sum, { count }) => sum + count, 0);
  if (offset >= total) return { page: { ids: [], versions: [], total } };
  const lacking: Lacking[] = [];
  const runs: Run[] = [];
  for (const found of matches) {
    const derivations: Derivation[] = [];
    const run = orderMatches(found, sort, chain, offset + limit, derivations);
    if (run !== null) runs.push(run);
    if (derivations.length > 0) lacking.push({ segment: found.segment, derivations });
  }
  if (lacking.length > 0) return { lacking };
  const positions = mergeRuns(runs, offset, limit);
  return {
    page: {
      ids: positions.map(({ views, document }) => readId(views.segment.data.ids, document)),
      versions: positions.map(({ views, document }) => views.segment.data.versions[document] ?? 0),
      total,
    },
  };
}

/** A document and where it lives. */
interface FoundDocument {
  views: SortViews;
  document: number;
}

const compareFound = (a: FoundDocument, b: FoundDocument): number =>
  compareAcross(a.views, a.document, b.views, b.document);

/**
 * A page of several runs as if they were one. One run is nearly all of them and is walked; the few documents of the
 * others are put in where they belong.
 */
function mergeRuns(runs: readonly Run[], offset: number, limit: number): FoundDocument[] {
  const [main, ...others] = runs.toSorted((a, b) => b.order.length - a.order.length);
  if (main === undefined) return [];
  const between = others.flatMap((run) => firstOf(run, offset + limit)).sort(compareFound);
  const merging = new Merging(main, offset, limit);
  for (const found of between.slice(merging.jump(between))) {
    merging.passUntil(found);
    if (merging.isFull) break;
    merging.put(found);
  }
  merging.passRest();
  return merging.page;
}

function firstOf(run: Run, count: number): FoundDocument[] {
  const documents: number[] = [];
  new Walk(run).take(count, run.order.length, documents);
  return documents.map((document) => ({ views: run.views, document }));
}

class Merging {
  readonly page: FoundDocument[] = [];
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
   * Leaves out, at once, what comes before the page, where the run counts; gives how many of the documents between are
   * among it.
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

  /** Passes what comes before the document. */
  passUntil(found: FoundDocument): void {
    this.#pass(this.#positionOf(found));
  }

  /** The first position of the run, from where the walk is, that comes after the other. */
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
