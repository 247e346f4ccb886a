import { type Bitmap, countBits, subtract } from "./bitmap.js";
import type { Derivation } from "./derivation.js";
import { readId } from "./document-ids.js";
import { Evaluation } from "./evaluation.js";
import type { IndexPage, IndexQuery } from "./interface.js";
import { type FoundDocument, mergeRuns } from "./merge-runs.js";
import { type Matches, orderMatches, type Run } from "./run.js";
import type { Segment } from "./segment.js";
import { Walk } from "./walk.js";

/** A segment and the derivations that a query needs from it before it can be answered. */
export interface Lacking {
  segment: Segment;
  derivations: Derivation[];
}

export type Answer = { page: IndexPage } | { lacking: Lacking[] };

/**
 * Answers a query over segments that together hold each document once, alive; or returns what must be
 * prepared first.
 */
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
  const walks = runs.map((run) => new Walk(run));
  const [only] = walks;
  const found =
    only !== undefined && walks.length === 1
      ? readPageOf(only, offset, limit)
      : mergeRuns(walks, offset, limit);
  return {
    page: {
      ids: found.map(({ views, document }) => readId(views.segment.data.ids, document)),
      versions: found.map(({ views, document }) => views.segment.data.versions[document] ?? 0),
      total,
    },
  };
}

/** Returns a page of a single run. */
function readPageOf(walk: Walk, offset: number, limit: number): FoundDocument[] {
  const { order, counts, views } = walk.run;
  if (counts === null) walk.skip(offset, order.length);
  else walk.jump(counts.positionAfter(offset));
  const documents: number[] = [];
  walk.take(limit, order.length, documents);
  return documents.map((document) => ({ views, document }));
}
