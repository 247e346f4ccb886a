import type { Logger } from "./log.js";

type Close = () => unknown;

/** What a process has opened, to be closed in reverse order: at its end, or when its start fails half way. */
export class Closers {
  readonly #log: Logger;
  #all: Close[] = [];

  constructor(log: Logger) {
    this.#log = log;
  }

  add(...closes: Close[]): void {
    this.#all.push(...closes);
  }

  /** One that fails keeps none of the others open; called again, it closes nothing twice. */
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
