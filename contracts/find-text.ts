/** What is searched, and what is looked for in it: a text, or bytes. */
export interface Searched<Whole> {
  readonly length: number;
  /** Returns the first place of a part from a place on, or -1. */
  indexOf(part: Whole, from: number): number;
}

/** The code units of a text, or bytes. */
type Units = Uint16Array | Uint8Array;

/**
 * The longest part that is left to `indexOf`, in units: that takes at most this many steps for a unit of
 * the whole. With a longer part it may take as many steps as the part is long.
 */
export const SHORT = 64;

/**
 * Returns a function that finds a part of a text from a place on, or -1. Its time grows with the sum of both lengths,
 * whereas that of `indexOf` grows with their product for some long parts (rules/workflows 47, rules/delivery 49).
 */
export function finderOf(part: string): (text: string, from: number) => number {
  if (part.length <= SHORT) return (text, from) => text.indexOf(part, from);
  const units = Uint16Array.from({ length: part.length }, (_, at) => part.charCodeAt(at));
  return linearFinder(part.slice(0, SHORT), units, (text, at) => text.charCodeAt(at));
}

/**
 * Returns a function that finds `units` from a place on, or -1, in time that grows with the sum of both lengths. `head`
 * is the beginning of the units, which `indexOf` finds; from there on each unit is read once, as in the
 * algorithm of Knuth, Morris and Pratt, until nothing of what was read can begin a find.
 */
export function linearFinder<Whole extends Searched<Whole>>(
  head: Whole,
  units: Units,
  unitAt: (whole: Whole, at: number) => number,
): (whole: Whole, from: number) => number {
  let borders: Int32Array | null = null;
  return (whole, from) => {
    for (let at = from; ;) {
      const found = whole.indexOf(head, at);
      if (found === -1) return -1;
      borders ??= bordersOf(units);
      at = found + head.length;
      let matched = head.length;
      while (matched > 0) {
        if (matched === units.length) return at - matched;
        if (at === whole.length) return -1;
        const unit = unitAt(whole, at);
        while (matched > 0 && units[matched] !== unit) matched = borders[matched - 1] ?? 0;
        if (units[matched] === unit) matched += 1;
        at += 1;
      }
    }
  };
}

/** For each beginning of the units, the length of its longest shorter beginning that is also its end. */
function bordersOf(units: Units): Int32Array {
  const borders = new Int32Array(units.length);
  let length = 0;
  for (let at = 1; at < units.length; at += 1) {
    const unit = units[at];
    while (length > 0 && units[length] !== unit) length = borders[length - 1] ?? 0;
    if (units[length] === unit) length += 1;
    borders[at] = length;
  }
  return borders;
}
