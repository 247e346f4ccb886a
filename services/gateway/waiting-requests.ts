import { FairLine } from "../../runtime/concurrency/fair-line.js";
import { loopTurns } from "../../runtime/process/loop-turns.js";

/** Begun in one turn of the event loop at most; fewer, when these take long. */
const MOST_AT_ONCE = 16;

/**
 * Requests that wait for one of the next turns of the event loop, in which callers take turns. One is begun in each turn, however long
 * that is: what was begun before may fill all turns to come, and others wait for none of it.
 */
export class WaitingRequests {
  readonly #line = new FairLine<() => void>();
  #steps = 0;

  /** Until the caller's place has come. */
  wait(): Promise<void> {
    const granted = new Promise<void>((grant) => this.#line.add(grant));
    this.#plan();
    return granted;
  }

  /** Between two of them everything runs that is ready, so the next one knows how long this turn is by then. */
  #plan(): void {
    if (this.#steps > 0) return;
    this.#steps = MOST_AT_ONCE;
    for (let step = 0; step < MOST_AT_ONCE; step += 1) setImmediate(() => this.#step());
  }

  #step(): void {
    const isFirst = this.#steps === MOST_AT_ONCE;
    this.#steps -= 1;
    if (isFirst || !loopTurns.isDue) this.#line.take()?.();
    if (this.#steps === 0 && !this.#line.isEmpty) this.#plan();
  }
}
