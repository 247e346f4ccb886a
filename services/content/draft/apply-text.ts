import type * as Y from "yjs";
import type { Pair } from "./align.js";
import { commonLetters } from "./common-letters.js";
import { textOf } from "./project-fields.js";

/** Changes a text by one replacement between the common beginning and end, on whole code points. */
export function applyText(text: Y.Text, after: string): void {
  const { start, end } = commonEnds(text, after);
  text.delete(start, text.length - start - end);
  text.insert(start, after.slice(start, after.length - end));
}

/** The steps of all comparisons for one update: as many as for one text in which 2,000 letters differ. */
const MAX_STEPS = 4_000_000;

/**
 * Returns a function that changes texts letter by letter: the letters that stay are not made anew. Two changes
 * of one text that are both written in this way can be merged, and no letter of it comes twice (rules/content
 * 23). A text for which too few steps are left is changed by one replacement.
 */
export function letterWriter(): (text: Y.Text, after: string) => void {
  let left = MAX_STEPS;
  return (text, after) => {
    const { start, end } = commonEnds(text, after);
    const old = textOf(text).slice(start, text.length - end);
    const wanted = after.slice(start, after.length - end);
    const [before, letters] = [[...old], [...wanted]];
    const most = old === "" || wanted === "" ? 0 : Math.floor(Math.sqrt(left));
    const pairs = commonLetters(before, letters, most);
    left -= Math.min(most, before.length + letters.length - 2 * pairs.length) ** 2;
    writeBetween(text, start, { before, letters, pairs });
  };
}

/** Removes and inserts the letters between the pairs, from `start` on. */
function writeBetween(
  text: Y.Text,
  start: number,
  { before, letters, pairs }: { before: readonly string[]; letters: readonly string[]; pairs: Pair[] },
): void {
  let at = start;
  let [i, j] = [0, 0];
  for (const [pairI, pairJ] of [...pairs, [before.length, letters.length] as const]) {
    const made = letters.slice(j, pairJ).join("");
    text.delete(at, before.slice(i, pairI).join("").length);
    text.insert(at, made);
    at += made.length + (before[pairI]?.length ?? 0);
    [i, j] = [pairI + 1, pairJ + 1];
  }
}

function commonEnds(text: Y.Text, after: string): { start: number; end: number } {
  const before = textOf(text);
  // Embedded objects count in positions, but are not characters.
  if (before.length !== text.length) return { start: 0, end: 0 };
  const start = commonStart(before, after);
  return { start, end: commonEnd(before, after, start) };
}

function commonStart(one: string, other: string): number {
  const most = Math.min(one.length, other.length);
  let length = 0;
  while (length < most && one.charCodeAt(length) === other.charCodeAt(length)) length++;
  return isHighSurrogate(one.charCodeAt(length - 1)) ? length - 1 : length;
}

function commonEnd(one: string, other: string, start: number): number {
  const most = Math.min(one.length, other.length) - start;
  let length = 0;
  while (
    length < most &&
    one.charCodeAt(one.length - 1 - length) === other.charCodeAt(other.length - 1 - length)
  )
    length++;
  return isLowSurrogate(one.charCodeAt(one.length - length)) ? length - 1 : length;
}

const isHighSurrogate = (unit: number) => unit >= 0xd800 && unit <= 0xdbff;
const isLowSurrogate = (unit: number) => unit >= 0xdc00 && unit <= 0xdfff;
