import { FairLine } from "../concurrency/fair-line.js";

/** How long work that only waits for settled promises may keep the event loop from everybody else. */
const MOST_MS = 10;
/** Who has waited for a turn of the loop and goes on in the same one at most; fewer, when these take long. */
const MOST_AT_ONCE = 16;

/**
 * Who waits for a turn of the event loop stands in a line in which callers take turns, and whoever has had one stands behind all
 * others that wait: work that fills each turn to its end would otherwise be the first in the next one too, and nobody else would
 * go on before its end (ADR-0101).
 */
export class TurnLine {
  readonly #waiting = new FairLine<() => void>();
  /** How many waiters may still go on in the coming turns. */
  #steps = 0;
  readonly #loop: { readonly isDue: boolean };

  constructor(loop: { readonly isDue: boolean }) {
    this.#loop = loop;
  }

  get isEmpty(): boolean {
    return this.#waiting.size === 0;
  }

  /** Calls `go` when the place of the caller has come, in one of the next turns. */
  wait(go: () => void): void {
    this.#waiting.add(go);
    this.#plan();
  }

  /** Between two steps everything runs that is ready, so the next one knows how long this turn is by then. */
  #plan(): void {
    if (this.#steps > 0) return;
    this.#steps = MOST_AT_ONCE;
    for (let step = 0; step < MOST_AT_ONCE; step += 1) setImmediate(() => this.#step());
  }

  /** The first waiter goes on in each turn, however long that turn has lasted: work from sockets may fill every turn that follows. */
  #step(): void {
    const isFirst = this.#steps === MOST_AT_ONCE;
    this.#steps -= 1;
    // The question also starts the clock of this turn, so it is asked for the first one too.
    const { isDue } = this.#loop;
    if (isFirst || !isDue) this.#waiting.take()?.();
    if (this.#steps === 0 && this.#waiting.size > 0) this.#plan();
  }
}

/**
 * Knows whether the event loop is due for a turn. Node runs all settled promises before it looks at sockets and timers:
 * work that never waits for anything else has to take turns of its own accord. What counts is all that was done since
 * the last turn, of whatever work.
 */
export class LoopTurns {
  #since: number | null = null;
  readonly #line = new TurnLine(this);
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

  /** If the loop is due for a turn, waits for the caller's place in one that comes: sockets are read and timers run before. */
  async pause(): Promise<void> {
    if (this.isDue) await new Promise<void>((go) => this.wait(go));
  }

  /** Calls `go` when the place of the caller has come, in one of the next turns. */
  wait(go: () => void): void {
    this.#line.wait(go);
  }
}

/** Of this thread, which has one event loop. */
export const loopTurns = new LoopTurns();
