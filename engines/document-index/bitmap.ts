/**
 * A set of documents with one bit each: bit `d & 31` of word `d >>> 5`. Bits beyond the last document are
 * never set.
 */
export type Bitmap = Uint32Array;

export const wordsFor = (count: number): number => (count + 31) >>> 5;

export const hasBit = (bits: Bitmap, at: number): boolean =>
  (((bits[at >>> 5] ?? 0) >>> (at & 31)) & 1) === 1;

export function setBit(bits: Bitmap, at: number): void {
  const word = at >>> 5;
  bits[word] = (bits[word] ?? 0) | (1 << (at & 31));
}

export function setAll(bits: Bitmap, count: number): void {
  bits.fill(0xffffffff);
  clearTail(bits, count);
}

/** Sets the bits of `from` up to, not including, `to`. */
export function setRange(bits: Bitmap, from: number, to: number): void {
  let at = from;
  for (; at < to && (at & 31) !== 0; at++) setBit(bits, at);
  const lastWord = to >>> 5;
  if (at < to) bits.fill(0xffffffff, at >>> 5, lastWord);
  for (at = Math.max(at, lastWord << 5); at < to; at++) setBit(bits, at);
}

function clearTail(bits: Bitmap, count: number): void {
  const inLast = count & 31;
  if (inLast !== 0) bits[count >>> 5] = (bits[count >>> 5] ?? 0) & ((1 << inLast) - 1);
}

export function intersect(into: Bitmap, other: Bitmap): void {
  for (let word = 0; word < into.length; word++) into[word] = (into[word] ?? 0) & (other[word] ?? 0);
}

export function unite(into: Bitmap, other: Bitmap): void {
  for (let word = 0; word < into.length; word++) into[word] = (into[word] ?? 0) | (other[word] ?? 0);
}

export function toggle(into: Bitmap, other: Bitmap): void {
  for (let word = 0; word < into.length; word++) into[word] = (into[word] ?? 0) ^ (other[word] ?? 0);
}

export function subtract(into: Bitmap, other: Bitmap): void {
  for (let word = 0; word < into.length; word++) into[word] = (into[word] ?? 0) & ~(other[word] ?? 0);
}

export function invert(into: Bitmap, count: number): void {
  for (let word = 0; word < into.length; word++) into[word] = ~(into[word] ?? 0);
  clearTail(into, count);
}

/** Counts the set bits of one word. */
function countWord(word: number): number {
  let value = word - ((word >>> 1) & 0x55555555);
  value = (value & 0x33333333) + ((value >>> 2) & 0x33333333);
  return Math.imul((value + (value >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Counts the set bits. Eight words are combined bit by bit before one word is counted (Harley and Seal). */
export function countBits(bits: Bitmap): number {
  const whole = bits.length & ~7;
  let ones = 0;
  let twos = 0;
  let fours = 0;
  let eights = 0;
  // A signed word needs no allocation on the heap.
  const word = (at: number): number => (bits[at] ?? 0) | 0;
  for (let at = 0; at < whole; at += 8) {
    let sum = ones ^ word(at);
    let twosA = (ones & word(at)) | (sum & word(at + 1));
    ones = sum ^ word(at + 1);
    sum = ones ^ word(at + 2);
    let twosB = (ones & word(at + 2)) | (sum & word(at + 3));
    ones = sum ^ word(at + 3);
    sum = twos ^ twosA;
    const foursA = (twos & twosA) | (sum & twosB);
    twos = sum ^ twosB;
    sum = ones ^ word(at + 4);
    twosA = (ones & word(at + 4)) | (sum & word(at + 5));
    ones = sum ^ word(at + 5);
    sum = ones ^ word(at + 6);
    twosB = (ones & word(at + 6)) | (sum & word(at + 7));
    ones = sum ^ word(at + 7);
    sum = twos ^ twosA;
    const foursB = (twos & twosA) | (sum & twosB);
    twos = sum ^ twosB;
    sum = fours ^ foursA;
    eights += countWord((fours & foursA) | (sum & foursB));
    fours = sum ^ foursB;
  }
  let count = 8 * eights + 4 * countWord(fours) + 2 * countWord(twos) + countWord(ones);
  for (let at = whole; at < bits.length; at++) count += countWord(word(at));
  return count;
}

/** Lists the set bits in ascending order; `count` is their number. */
export function listBits(bits: Bitmap, count: number): Uint32Array {
  const list = new Uint32Array(count);
  let found = 0;
  for (let word = 0; word < bits.length && found < count; word++) {
    for (let value = bits[word] ?? 0; value !== 0; value &= value - 1)
      list[found++] = (word << 5) + (31 - Math.clz32(value & -value));
  }
  return list;
}
