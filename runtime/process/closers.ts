import type { Logger } from "./log.js";

type Close = () => unknown;

/**
 * The functions that close what a process has opened. They run in reverse order when the process ends or when
 * its start fails half way.
 */
export class Closers {
  readonly #log: Logger;
  #all: Close[] = [];

  constructor(log: Logger) {
    this.#log = log;
  }

  add(...closes: Close[]): void {
    this.#all.push(...closes);
  }

  /**
   * Runs all close functions, each at most once. A close function that fails is logged and does not stop the
   * others.
   */
  async close(): Promise<void> {
    const all = this.#all;
    this.#all = [];
    for (const close of all.toReversed()) {
      try {
        await close();
      } catch (error) {
        this.#log.warn({ err: error }, "A part of the process could not be closed.");
      }
    }
  }
}
