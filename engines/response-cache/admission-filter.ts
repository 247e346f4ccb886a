/** Number of slots for keys, which is about how many keys are remembered; a power of two. */
const SLOTS = 2 ** 16;

/**
 * Admits to a cache a response whose key was asked for before, and not one that was asked for once. Most of
 * what readers ask for in great variety is never asked for again: such responses would take the place of others,
 * and collecting them as garbage is expensive. The filter takes 256 KB; an older key gives way to a newer one that
 * falls on its slot.
 */
export class AdmissionFilter {
  readonly #slots = new Uint32Array(SLOTS);

  /**
   * Notes a key and tells whether it was noted before, not too long ago. About one new key in 65,000 is taken
   * for known.
   */
  admit(key: string): boolean {
    const hash = hashOf(key);
    const slot = hash % SLOTS;
    if (this.#slots[slot] === hash) return true;
    this.#slots[slot] = hash;
    return false;
  }
}

/**
 * Hashes a key with FNV-1a over code units and mixes the result, since similar keys differ in their last
 * characters.
 */
function hashOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < key.length; at++) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}
