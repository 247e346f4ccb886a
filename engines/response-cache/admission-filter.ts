/** Keys that are remembered are about so many; a power of two. */
const SLOTS = 2 ** 16;

/**
 * Admits to a cache what is asked for again, not what was asked for once. The latter is seldom used, takes the place of
 * something else, and is garbage of the expensive kind when it goes: most of what readers ask for in great variety is
 * never asked for again. It takes 256 KB; an older key gives way to a newer one that falls on its slot.
 */
export class AdmissionFilter {
  readonly #slots = new Uint32Array(SLOTS);

  /** Notes a key; whether it was noted before, not too long ago. One of 65,000 new ones or so is taken for known. */
  admit(key: string): boolean {
    const hash = hashOf(key);
    const slot = hash % SLOTS;
    if (this.#slots[slot] === hash) return true;
    this.#slots[slot] = hash;
    return false;
  }
}

/** FNV-1a over code units, then stirred: neighbours differ in their last characters. */
function hashOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < key.length; at++) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}
