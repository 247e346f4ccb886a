import { type Bitmap, wordsFor } from "./bitmap.js";
import type { Column, SegmentData } from "./columns.js";
import { findExisting } from "./exists.js";
import { findIdsWith, findText, findWords } from "./find-text.js";
import { type FoldedText, foldTexts } from "./folded-text.js";
import type { IndexPlan } from "./index-plan.js";
import { type KeyView, viewColumn } from "./key-view.js";
import { type MergedPart, mergeSegments } from "./merge-segments.js";
import { type Ranks, rankDocuments } from "./ranks.js";
import { sortDocuments, type ViewedKey } from "./sort-documents.js";

/** Computations that run in the worker as well as in this thread, with plain data as input and output. */
export interface Tasks {
  view: { input: { column: Column; slots: readonly number[]; count: number }; output: KeyView };
  exists: { input: { column: Column; slots: readonly number[]; count: number }; output: Bitmap };
  order: {
    input: { keys: readonly ViewedKey[]; isReversed: boolean; count: number };
    output: Uint32Array;
  };
  ranks: { input: { order: Uint32Array; view: KeyView; count: number }; output: Ranks };
  folded: { input: { view: KeyView; count: number }; output: FoldedText | null };
  match: {
    input: { folded: FoldedText | null; view: KeyView; text: string; count: number };
    output: Bitmap;
  };
  matchId: { input: { ids: Uint32Array; text: string; count: number }; output: Bitmap };
  merge: {
    input: { plan: IndexPlan; parts: readonly MergedPart[]; count: number };
    output: SegmentData;
  };
}

export type TaskKind = keyof Tasks;

const runners: { [K in TaskKind]: (input: Tasks[K]["input"]) => Tasks[K]["output"] } = {
  view: ({ column, slots, count }) => viewColumn(column, slots, count),
  exists: ({ column, slots, count }) => findExisting(column, slots, count),
  order: ({ keys, isReversed, count }) => sortDocuments(count, keys, isReversed),
  ranks: ({ order, view }) => rankDocuments(order, view),
  folded: ({ view }) => (view.kind === "text" ? foldTexts(view) : null),
  match: ({ folded, view, text, count }) =>
    folded !== null
      ? findText(folded, view, text)
      : view.kind === "code"
        ? findWords(view, text)
        : new Uint32Array(wordsFor(count)),
  matchId: ({ ids, text, count }) => findIdsWith(ids, text, count),
  merge: ({ plan, parts }) => mergeSegments(plan, parts),
};

export function runTask<K extends TaskKind>(kind: K, input: Tasks[K]["input"]): Tasks[K]["output"] {
  const run: (input: Tasks[K]["input"]) => Tasks[K]["output"] = runners[kind];
  return run(input);
}
