import type { Readable } from "node:stream";
import { Pace } from "./pace.js";

/** What is read of all unwanted bodies of this process together, in bytes a second. */
const RATE = 8 * 1024 * 1024;
/** What is read of one of them. */
const MOST_BYTES = 32 * 1024 * 1024;

export interface UnwantedOptions {
  rate: number;
  mostBytes: number;
}

/**
 * Reads bodies that nobody wants and throws them away, so that their senders get to see the answer: at a bounded rate for all
 * of them together, and each up to a bounded length.
 */
export class UnwantedBodies {
  readonly #pace: Pace;
  readonly #mostBytes: number;

  constructor({ rate = RATE, mostBytes = MOST_BYTES }: Partial<UnwantedOptions> = {}) {
    this.#pace = new Pace(rate);
    this.#mostBytes = mostBytes;
  }

  /** Until it ends, is closed, or is too long; then `enough` is called, once. Gives what stops it before. */
  read(body: Readable, enough: () => void): () => void {
    let bytes = 0;
    const take = (chunk: Buffer): void => {
      bytes += chunk.length;
      if (bytes > this.#mostBytes) over();
      else this.#pace.count(body, chunk.length);
    };
    const stop = (): void => {
      body.off("data", take).off("end", over).off("close", over).pause();
      this.#pace.forget(body);
    };
    const over = (): void => {
      stop();
      enough();
    };
    body.on("data", take).once("end", over).once("close", over).resume();
    return stop;
  }
}
