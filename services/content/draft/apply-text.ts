import type * as Y from "yjs";
import { commonLetters } from "./common-letters.js";
import { textOf } from "./project-fields.js";

/** Changes a text by one replacement between the common beginning and end, on whole code points. */
export function applyText(text: Y.Text, after: string): void {
  const { start, end } = commonEnds(text, after);
  text.delete(start, text.length - start - end);
  text.insert(start, after.slice(start, after.length - end));
}

/**
 * Changes a text letter by letter: the letters that stay are not made anew. Two changes of one text that are
 * both written in this way can be merged, and no letter of it comes twice (rules/content 23).
 */
export function applyLetters(text: Y.Text, after: string): void {
  const { start, end } = commonEnds(text, after);
  const [old, wanted] = [
    textOf(text).slice(start, text.length - end),
    after.slice(start, after.length - end),
  ];
  const [before, letters] = [[...old], [...wanted]];
  const pairs = commonLetters(before, letters);
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
