import type { Readable } from "node:stream";

const TICK_MS = 25;
/** What a socket reads at once. */
const PIECE_BYTES = 64 * 1024;

/** In bytes, and bytes a second. */
export interface PaceOptions {
  rate: number;
  /** What may come at full speed after a pause; so much comes back at the rate. */
  burst: number;
}

/**
 * Has many streams flow at one bounded rate together: beyond it they are paused, so that what more is sent stays with its
 * sender, and go on in turns.
 */
export class Pace {
  readonly #perTick: number;
  readonly #burst: number;
  readonly #paused = new Set<Readable>();
  #left: number;
  #timer: NodeJS.Timeout | null = null;

  constructor({ rate, burst }: PaceOptions) {
    this.#perTick = (rate * TICK_MS) / 1000;
    this.#burst = burst;
    this.#left = burst;
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

  /** What was read beyond the due is paid by the next ticks. Each that is resumed reads a piece at least. */
  #tick(): void {
    this.#left = Math.min(this.#left + this.#perTick, this.#burst);
    if (this.#left <= 0) return;
    if (this.#left === this.#burst && this.#paused.size === 0 && this.#timer !== null) {
      clearInterval(this.#timer);
      this.#timer = null;
    }
    const pieces = Math.ceil(this.#left / PIECE_BYTES);
    for (const stream of [...this.#paused].slice(0, pieces)) {
      this.#paused.delete(stream);
      stream.resume();
    }
  }
}
