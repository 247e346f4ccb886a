type Delta = readonly { retain?: number; insert?: unknown; delete?: number }[];

/**
 * Returns the keys of a list's items after an edit. A replaced item keeps its key; a plain value is replaced
 * with each typed letter.
 */
export function keysAfter(keys: readonly number[], delta: Delta, fresh: () => number): number[] {
  const now: number[] = [];
  let at = 0;
  let [inserted, removed] = [0, 0];
  const replace = () => {
    for (let item = 0; item < inserted; item++)
      now.push(item < removed ? (keys[at + item] ?? fresh()) : fresh());
    at += removed;
    [inserted, removed] = [0, 0];
  };
  for (const { retain, insert, delete: gone } of delta) {
    if (Array.isArray(insert)) inserted += insert.length;
    else if (gone !== undefined) removed += gone;
    else if (retain !== undefined) {
      replace();
      now.push(...keys.slice(at, at + retain));
      at += retain;
    }
  }
  replace();
  return now.concat(keys.slice(at));
}
