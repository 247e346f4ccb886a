import type { Readable } from "node:stream";

const TICK_MS = 25;
/** The bytes that a socket reads at once. */
const PIECE_BYTES = 64 * 1024;

/** The limits of a pace, in bytes a second and in bytes. */
export interface PaceOptions {
  rate: number;
  /** The bytes that may come at full speed after a pause. They become available again at the rate. */
  burst: number;
}

/**
 * Limits many streams to one rate together. Streams beyond it are paused, so that their senders keep the rest, and are
 * resumed in turns.
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

  /** Counts bytes that have come from a stream, and pauses the stream when no more bytes may come now. */
  count(stream: Readable, bytes: number): void {
    this.#left -= bytes;
    this.#timer ??= setInterval(() => this.#tick(), TICK_MS).unref();
    if (this.#left > 0) return;
    stream.pause();
    this.#paused.add(stream);
  }

  /** Forgets a stream that is no longer read, so that it is not resumed. */
  forget(stream: Readable): void {
    this.#paused.delete(stream);
  }

  /**
   * Adds the bytes of a tick and resumes streams. Bytes that were read beyond the rate are taken from the next ticks. Each
   * stream that is resumed reads at least one piece.
   */
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
