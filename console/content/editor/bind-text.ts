import * as Y from "yjs";

/** The edits of a text in the delta format of Yjs. */
export type Delta = readonly { retain?: number; insert?: unknown; delete?: number }[];

/**
 * Returns the one replacement that turns `before` into `after`, or null if they are equal. It never splits a
 * surrogate pair.
 */
export function difference(
  before: string,
  after: string,
): { at: number; removed: number; inserted: string } | null {
  if (before === after) return null;
  const shorter = Math.min(before.length, after.length);
  let at = 0;
  while (at < shorter && before[at] === after[at]) at++;
  if (/[\uD800-\uDBFF]/.test(before[at - 1] ?? "")) at--;
  let end = 0;
  while (end < shorter - at && before.at(-1 - end) === after.at(-1 - end)) end++;
  if (end > 0 && /[\uDC00-\uDFFF]/.test(before[before.length - end] ?? "")) end--;
  return { at, removed: before.length - at - end, inserted: after.slice(at, after.length - end) };
}

/** Changes a shared text to `after` by one edit of the part that differs. */
export function writeText(text: Y.Text, after: string): void {
  const change = difference(text.toJSON(), after);
  if (change === null) return;
  if (change.removed > 0) text.delete(change.at, change.removed);
  if (change.inserted !== "") text.insert(change.at, change.inserted);
}

/** Returns the new position of a place in a text after the edits of a delta. */
export function movedBy(delta: Delta, place: number): number {
  let at = 0;
  let moved = place;
  for (const { retain, insert, delete: removed } of delta) {
    if (retain !== undefined) at += retain;
    else if (typeof insert === "string") {
      if (at < moved) moved += insert.length;
      at += insert.length;
    } else if (removed !== undefined && at < moved) moved -= Math.min(removed, moved - at);
  }
  return moved;
}

/**
 * Applies the change from `base` to `typed` to a shared text that was `base` before the edits of others in
 * `deltas`. The text of others stays. Returns the position after the inserted text.
 */
export function writeComposed(text: Y.Text, base: string, typed: string, deltas: readonly Delta[]): number {
  const change = difference(base, typed);
  if (change === null) return text.length;
  const { at, removed, inserted } = change;
  const place = deltas.reduce((moved, delta) => movedBy(delta, moved), at);
  // One flag for each letter of the current text says whether the change deletes that letter.
  let goes = Array.from({ length: base.length }, (_, letter) => letter >= at && letter < at + removed);
  for (const delta of deltas) goes = movedLetters(goes, delta);
  for (let end = goes.length; end > 0; end--) {
    if (!goes[end - 1]) continue;
    let start = end - 1;
    while (start > 0 && goes[start - 1]) start--;
    text.delete(start, end - start);
    end = start + 1;
  }
  if (inserted !== "") text.insert(place, inserted);
  return place + inserted.length;
}

function movedLetters(goes: readonly boolean[], delta: Delta): boolean[] {
  const moved: boolean[] = [];
  let at = 0;
  for (const { retain = 0, insert, delete: removed = 0 } of delta) {
    for (const end = at + retain; at < end; at++) moved.push(goes[at] ?? false);
    if (typeof insert === "string") for (let letter = 0; letter < insert.length; letter++) moved.push(false);
    at += removed;
  }
  return moved.concat(goes.slice(at));
}
