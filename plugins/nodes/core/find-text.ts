/** The longest separator for which the engine's own search is used: it takes at most this many steps for a character. */
const SHORT = 32;

/**
 * Returns a function that finds a separator in a text from a place on, or -1. Its time grows with the sum of both lengths,
 * whereas that of `indexOf` grows with their product for some long separators (rules/workflows 47). This is the algorithm
 * of Knuth, Morris and Pratt.
 */
export function finderOf(separator: string): (text: string, from: number) => number {
  if (separator.length <= SHORT) return (text, from) => text.indexOf(separator, from);
  const borders = bordersOf(separator);
  return (text, from) => {
    let matched = 0;
    for (let at = from; at < text.length; at += 1) {
      const unit = text.charCodeAt(at);
      while (matched > 0 && separator.charCodeAt(matched) !== unit) matched = borders[matched - 1] ?? 0;
      if (separator.charCodeAt(matched) === unit) matched += 1;
      if (matched === separator.length) return at + 1 - matched;
    }
    return -1;
  };
}

/** For each beginning of the separator, the length of its longest shorter beginning that is also its end. */
function bordersOf(separator: string): Int32Array {
  const borders = new Int32Array(separator.length);
  let length = 0;
  for (let at = 1; at < separator.length; at += 1) {
    const unit = separator.charCodeAt(at);
    while (length > 0 && separator.charCodeAt(length) !== unit) length = borders[length - 1] ?? 0;
    if (separator.charCodeAt(length) === unit) length += 1;
    borders[at] = length;
  }
  return borders;
}
