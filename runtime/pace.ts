import type { Readable } from "node:stream";

const TICK_MS = 25;
/** What a socket reads at once. */
const PIECE_BYTES = 64 * 1024;

/**
 * Has many streams flow at one bounded rate together, in bytes a second: beyond it they are paused, so that what more is sent
 * stays with its sender, and go on in turns.
 */
export class Pace {
  readonly #perTick: number;
  readonly #paused = new Set<Readable>();
  #left: number;
  #timer: NodeJS.Timeout | null = null;

  constructor(rate: number) {
    this.#perTick = (rate * TICK_MS) / 1000;
    this.#left = this.#perTick;
  }

  /** So much has come of a stream that flows. */
  count(stream: Readable, bytes: number): void {
    this.#left -= bytes;
    this.#timer ??= setInterval(() => this.#tick(), TICK_MS).unref();
    if (this.#left > 0) return;
    stream.pause();
    this.#paused.add(stream);
  }

  /** Nobody reads it any more; it is not resumed. */
  forget(stream: Readable): void {
    this.#paused.delete(stream);
  }

  /** What was read beyond a tick's due is paid by the next ones. Each that is resumed reads a piece at least. */
  #tick(): void {
    if (this.#paused.size === 0 && this.#left >= this.#perTick && this.#timer !== null) {
      clearInterval(this.#timer);
      this.#timer = null;
    }
    this.#left = Math.min(this.#left, 0) + this.#perTick;
    if (this.#left <= 0) return;
    const pieces = Math.ceil(this.#left / PIECE_BYTES);
    for (const stream of [...this.#paused].slice(0, pieces)) {
      this.#paused.delete(stream);
      stream.resume();
    }
  }
}
