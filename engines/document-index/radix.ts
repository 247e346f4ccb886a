/** Number of entries from which fewer, wider digits pay for their larger histogram. */
const WIDE_FROM = 1 << 15;

/**
 * Sorts `order` by the key of each document, ascending; documents with equal keys keep their order. Digits in
 * which all keys agree cost one pass over the keys.
 */
export function sortByKey(order: Uint32Array, keys: Uint32Array, maxKey = 0xffffffff): Uint32Array {
  const bits = order.length >= WIDE_FROM ? 16 : 8;
  let [from, to]: Uint32Array[] = [order, new Uint32Array(order.length)];
  for (let shift = 0; shift < 32 && maxKey >>> shift > 0; shift += bits) {
    if (!sortByDigit(from, to, keys, shift, bits)) continue;
    [from, to] = [to, from];
  }
  return from;
}

/** Sorts by one digit. Returns false when all keys have the same digit, so that nothing was moved. */
function sortByDigit(
  from: Uint32Array,
  to: Uint32Array,
  keys: Uint32Array,
  shift: number,
  bits: number,
): boolean {
  const mask = (1 << bits) - 1;
  const starts = new Uint32Array(mask + 2);
  for (let at = 0; at < from.length; at++) {
    const digit = ((keys[from[at] ?? 0] ?? 0) >>> shift) & mask;
    starts[digit + 1] = (starts[digit + 1] ?? 0) + 1;
  }
  const first = ((keys[from[0] ?? 0] ?? 0) >>> shift) & mask;
  if (starts[first + 1] === from.length) return false;
  for (let digit = 1; digit <= mask; digit++) starts[digit] = (starts[digit] ?? 0) + (starts[digit - 1] ?? 0);
  for (let at = 0; at < from.length; at++) {
    const document = from[at] ?? 0;
    const digit = ((keys[document] ?? 0) >>> shift) & mask;
    const position = starts[digit] ?? 0;
    starts[digit] = position + 1;
    to[position] = document;
  }
  return true;
}
