import { diffArrays } from "diff";
import type * as Y from "yjs";
import { textOf } from "./project-fields.js";

/** Changes a text by one replacement between the common beginning and end, on whole code points. */
export function applyText(text: Y.Text, after: string): void {
  const { start, end } = commonEnds(text, after);
  text.delete(start, text.length - start - end);
  text.insert(start, after.slice(start, after.length - end));
}

/** The most letters that are removed and made by all comparisons of one update; the time grows with the square of that. */
const MAX_EDITS = 700;

/**
 * Returns a function that changes texts letter by letter: the letters that stay are not made anew. Two changes
 * of one text that are both written in this way can be merged, and no letter of it comes twice (rules/content
 * 23). A text for which too many letters differ is changed by one replacement.
 */
export function letterWriter(): (text: Y.Text, after: string) => void {
  let left = MAX_EDITS;
  return (text, after) => {
    const { start, end } = commonEnds(text, after);
    const old = textOf(text);
    const before = old.slice(start, old.length - end);
    const wanted = after.slice(start, after.length - end);
    const changes =
      before === "" || wanted === "" || old.length !== text.length
        ? undefined
        : diffArrays([...before], [...wanted], { maxEditLength: left });
    if (changes === undefined) return applyText(text, after);
    let at = start;
    for (const { value, added, removed, count } of changes) {
      const letters = value.join("");
      if (added) text.insert(at, letters);
      if (removed) text.delete(at, letters.length);
      else at += letters.length;
      if (added || removed) left -= count;
    }
  };
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
