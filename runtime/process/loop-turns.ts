import { FairQueue } from "../concurrency/fair-queue.js";

/** The milliseconds for which work that only waits for settled promises may block the event loop. */
const MOST_MS = 10;
/** The greatest number of waiters that continue in one turn of the loop; fewer do if they take long. */
const MOST_AT_ONCE = 16;

/**
 * The queue of those who wait for a turn of the event loop. Callers take turns in it, and whoever has had a
 * turn stands behind all others. Otherwise work that fills each turn to its end would also be first in the
 * next one, and nobody else would continue before that work ends (ADR-0101).
 */
export class TurnQueue {
  readonly #waiting = new FairQueue<() => void>();
  /** The number of steps that are planned and have not run yet. */
  #steps = 0;
  readonly #loop: { readonly isDue: boolean };

  constructor(loop: { readonly isDue: boolean }) {
    this.#loop = loop;
  }

  get isEmpty(): boolean {
    return this.#waiting.size === 0;
  }

  /** Calls `go` in one of the next turns, when the caller's place in the queue has come. */
  wait(go: () => void): void {
    this.#waiting.add(go);
    this.#plan();
  }

  /**
   * Plans the steps with setImmediate. Between two steps all ready promise callbacks run, so the next step
   * knows how long the turn has lasted by then.
   */
  #plan(): void {
    if (this.#steps > 0) return;
    this.#steps = MOST_AT_ONCE;
    for (let step = 0; step < MOST_AT_ONCE; step += 1) setImmediate(() => this.#step());
  }

  /**
   * Lets the next waiter continue. The first waiter of each turn continues however long the turn has lasted,
   * because work from sockets may fill every turn that follows.
   */
  #step(): void {
    const isFirst = this.#steps === MOST_AT_ONCE;
    this.#steps -= 1;
    // Reading `isDue` also starts the clock of this turn, so it is read for the first step too.
    const { isDue } = this.#loop;
    if (isFirst || !isDue) this.#waiting.take()?.();
    if (this.#steps === 0 && this.#waiting.size > 0) this.#plan();
  }
}

/**
 * Tells whether the event loop is due for a turn. Node runs all settled promises before it looks at sockets
 * and timers, so work that waits for nothing else has to pause of its own accord. All work since the last
 * turn counts, whoever did it.
 */
export class LoopTurns {
  #since: number | null = null;
  readonly #queue = new TurnQueue(this);
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Returns true if this turn has lasted so long that the remaining work has to wait for the next one. */
  get isDue(): boolean {
    if (this.#since !== null) return this.#now() - this.#since >= MOST_MS;
    this.#since = this.#now();
    setImmediate(() => (this.#since = null));
    return false;
  }

  /**
   * Waits for the caller's place in a coming turn if the loop is due for one, so that sockets are read and
   * timers run before the caller continues.
   */
  async pause(): Promise<void> {
    if (this.isDue) await new Promise<void>((go) => this.wait(go));
  }

  /** Calls `go` in one of the next turns, when the caller's place in the queue has come. */
  wait(go: () => void): void {
    this.#queue.wait(go);
  }
}

/** The turns of this thread, which has one event loop. */
export const loopTurns = new LoopTurns();
