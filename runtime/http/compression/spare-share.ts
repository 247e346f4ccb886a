/** Compressed a second of what nobody may ask for again: about a tenth of a processor. */
const BYTES_A_SECOND = 16 * 1024 * 1024;
/** So much of it at once, after a time without. */
const MOST_AT_ONCE = 4 * 1024 * 1024;

/**
 * The share of answers that were asked for once, and are thrown away when they are sent: each costs 1 ms of a processor for 200 KB, and
 * a reader that asks for ever new ones would have the threads work for that alone (ADR-0067).
 */
export class SpareShare {
  #left = MOST_AT_ONCE;
  #at: number;
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#at = now();
  }

  /** Whether so many bytes may be compressed now; then they are taken. */
  take(bytes: number): boolean {
    const now = this.#now();
    this.#left = Math.min(MOST_AT_ONCE, this.#left + ((now - this.#at) * BYTES_A_SECOND) / 1000);
    this.#at = now;
    if (bytes > this.#left) return false;
    this.#left -= bytes;
    return true;
  }
}
