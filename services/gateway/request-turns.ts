import { FairLine } from "../../runtime/concurrency/fair-line.js";
import { loopTurns } from "../../runtime/process/loop-turns.js";

/** Begun in one turn of the event loop at most; fewer, when these take long. */
const MOST_AT_ONCE = 16;

/**
 * Spreads requests that come together over several turns of the event loop, and lets callers take turns: hundreds at once
 * would otherwise be begun in the one turn in which their sockets were read, before anybody else's next step. One is begun in
 * each turn, however long that is: what was begun before may fill all turns to come, and others wait for none of it.
 */
export class RequestTurns {
  readonly #waiting = new FairLine<() => void>();
  #steps = 0;

  /** Nothing when the request may begin, and a promise for its turn otherwise. */
  take(): Promise<void> | undefined {
    if (this.#waiting.isEmpty && !loopTurns.isDue) return undefined;
    const granted = new Promise<void>((grant) => this.#waiting.add(grant));
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
    if (isFirst || !loopTurns.isDue) this.#waiting.take()?.();
    if (this.#steps === 0 && !this.#waiting.isEmpty) this.#plan();
  }
}
