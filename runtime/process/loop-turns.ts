import { setImmediate as nextTurn } from "node:timers/promises";

/** How long work that only waits for settled promises may keep the event loop from everybody else. */
const MOST_MS = 10;

/**
 * Knows whether the event loop is due for a turn. Node runs all settled promises before it looks at sockets and timers:
 * work that never waits for anything else has to take turns of its own accord. What counts is all that was done since
 * the last turn, of whatever work.
 */
export class LoopTurns {
  #since: number | null = null;
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Whether so much was done in this turn that the rest has to wait for the next one. */
  get isDue(): boolean {
    if (this.#since !== null) return this.#now() - this.#since >= MOST_MS;
    this.#since = this.#now();
    setImmediate(() => (this.#since = null));
    return false;
  }

  /** Lets the loop turn once if it is due: sockets are read and timers run. */
  async pause(): Promise<void> {
    while (this.isDue) await nextTurn();
  }
}

/** Of this thread, which has one event loop. */
export const loopTurns = new LoopTurns();
