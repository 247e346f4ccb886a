import { type Bitmap, countBits, subtract } from "./bitmap.js";
import type { Derivation } from "./derivation.js";
import { readId } from "./document-ids.js";
import { Evaluation } from "./evaluation.js";
import { mergeRuns } from "./merge-runs.js";
import type { IndexPage, IndexQuery } from "./interface.js";
import { type Matches, orderMatches, type Run } from "./run.js";
import type { Segment } from "./segment.js";

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
