import * as Y from "yjs";

/** One replacement between the common beginning and the common end; never within a surrogate pair. */
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

/** Makes a shared text say something, by one edit of what differs. */
export function writeText(text: Y.Text, after: string): void {
  const change = difference(text.toJSON(), after);
  if (change === null) return;
  if (change.removed > 0) text.delete(change.at, change.removed);
  if (change.inserted !== "") text.insert(change.at, change.inserted);
}

/** Where a place in a text is after edits of others, as Yjs tells them. */
export function movedBy(
  delta: readonly { retain?: number; insert?: unknown; delete?: number }[],
  place: number,
): number {
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
