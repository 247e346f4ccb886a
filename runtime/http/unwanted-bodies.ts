import type { Readable } from "node:stream";
import { Pace, type PaceOptions } from "./pace.js";

const MB = 1024 * 1024;

export interface UnwantedOptions extends PaceOptions {
  /** The most bytes that are read from one body. */
  mostBytes: number;
}

const DEFAULT: UnwantedOptions = { rate: 16 * MB, burst: 64 * MB, mostBytes: 64 * MB };

/**
 * Reads bodies that are not wanted and throws them away, so that their senders get the answer: at a limited rate for all of
 * them together, and each up to a limited length.
 */
export class UnwantedBodies {
  readonly #pace: Pace;
  readonly #mostBytes: number;

  constructor(options: Partial<UnwantedOptions> = {}) {
    const { mostBytes, ...pace } = { ...DEFAULT, ...options };
    this.#pace = new Pace(pace);
    this.#mostBytes = mostBytes;
  }

  /**
   * Reads a body until it ends, is closed, or is too long; then `enough` is called, once. Returns the function that stops
   * the reading before that.
   */
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
