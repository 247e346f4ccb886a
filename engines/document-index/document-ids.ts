export const WORDS_PER_ID = 4;

const LENGTH = 36;
const DASH = 0x2d;
const isDashAt = (at: number): boolean => at === 8 || at === 13 || at === 18 || at === 23;

/** Returns the value of a hexadecimal digit in lower case, -1 for anything else. */
function digitOf(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  return code >= 0x61 && code <= 0x66 ? code - 0x57 : -1;
}

/**
 * Writes an id as four words whose order is that of its text. Throws for anything but a UUID in lower case.
 */
export function writeId(into: Uint32Array, at: number, id: string): void {
  let [word, digits, position] = [0, 0, at];
  for (let index = 0; index < LENGTH; index++) {
    const code = id.charCodeAt(index);
    if (isDashAt(index) && code === DASH) continue;
    const digit = digitOf(code);
    if (digit < 0 || isDashAt(index) || id.length !== LENGTH)
      throw new TypeError(`Not a UUID in lower case: ${id}`);
    word = (word << 4) | digit;
    if (++digits % 8 === 0) into[position++] = word;
  }
}

const DIGITS = Buffer.from("0123456789abcdef");
const text = Buffer.alloc(LENGTH, "-");

/**
 * The text is decoded in one piece: a text that is joined from parts takes three times the memory for as long
 * as it is kept.
 */
export function readId(ids: Uint32Array, document: number): string {
  const at = document * WORDS_PER_ID;
  for (let digit = 0, index = 0; index < LENGTH; index++) {
    if (isDashAt(index)) continue;
    const word = ids[at + (digit >>> 3)] ?? 0;
    text[index] = DIGITS[(word >>> (28 - 4 * (digit & 7))) & 15] ?? 0;
    digit++;
  }
  return text.toString("latin1");
}

/** Compares two ids: below 0 when the id of `a` comes first, 0 when they are equal. */
export function compareIds(a: Uint32Array, atA: number, b: Uint32Array, atB: number): number {
  for (let word = 0; word < WORDS_PER_ID; word++) {
    const difference = (a[atA * WORDS_PER_ID + word] ?? 0) - (b[atB * WORDS_PER_ID + word] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

const sought = new Uint32Array(WORDS_PER_ID);

/** Finds the document with this id among ordered ids; -1 when there is none. */
export function findId(ids: Uint32Array, count: number, id: string): number {
  writeId(sought, 0, id);
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareIds(ids, middle, sought, 0) < 0) low = middle + 1;
    else high = middle;
  }
  return low < count && compareIds(ids, low, sought, 0) === 0 ? low : -1;
}
