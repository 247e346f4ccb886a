const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export const WORDS_PER_ID = 4;

/** An id as four words whose order is that of its text. Throws for anything but a UUID in lower case. */
export function writeId(into: Uint32Array, at: number, id: string): void {
  if (!UUID.test(id)) throw new TypeError(`Not a UUID in lower case: ${id}`);
  into[at] = Number.parseInt(id.slice(0, 8), 16);
  into[at + 1] = Number.parseInt(id.slice(9, 13) + id.slice(14, 18), 16);
  into[at + 2] = Number.parseInt(id.slice(19, 23) + id.slice(24, 28), 16);
  into[at + 3] = Number.parseInt(id.slice(28), 16);
}

const hex = (word: number | undefined): string => (word ?? 0).toString(16).padStart(8, "0");

export function readId(ids: Uint32Array, document: number): string {
  const at = document * WORDS_PER_ID;
  const [second, third] = [hex(ids[at + 1]), hex(ids[at + 2])];
  return `${hex(ids[at])}-${second.slice(0, 4)}-${second.slice(4)}-${third.slice(0, 4)}-${third.slice(4)}${hex(ids[at + 3])}`;
}

/** Below 0 when the id of `a` comes first, 0 for the same. */
export function compareIds(a: Uint32Array, atA: number, b: Uint32Array, atB: number): number {
  for (let word = 0; word < WORDS_PER_ID; word++) {
    const difference = (a[atA * WORDS_PER_ID + word] ?? 0) - (b[atB * WORDS_PER_ID + word] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

const sought = new Uint32Array(WORDS_PER_ID);

/** The document with this id among ids in order, -1 without. */
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
