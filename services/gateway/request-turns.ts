import { currentCaller } from "../../runtime/concurrency/current-call.js";
import { loopTurns, TurnLine } from "../../runtime/process/loop-turns.js";

/** A caller whose last request is older than this asks no longer. */
const OF_LATE_MS = 1000;

/**
 * Spreads requests that come together over several turns of the event loop, and lets callers take turns: hundreds at once
 * would otherwise be begun in the one turn in which their sockets were read, before anybody else's next step. One is begun in
 * each turn, however long that is: what was begun before may fill all turns to come, and others wait for none of it.
 */
export class RequestTurns {
  readonly #line = new TurnLine(loopTurns);
  readonly #now: () => number;
  #last = { caller: null as string | null, at: -Infinity };
  /** When somebody else than the last caller asked. */
  #otherAt = -Infinity;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Whether nobody else has begun a call of a contract in the last second; readers of delivery and of files do not count. */
  isAlone(accountId: string): boolean {
    const at = this.#last.caller === accountId ? this.#otherAt : this.#last.at;
    return this.#now() - at > OF_LATE_MS;
  }

  /** Nothing when the request may begin, and a promise for its turn otherwise. */
  take(): Promise<void> | undefined {
    this.#note(currentCaller());
    if (this.#line.isEmpty && !loopTurns.isDue) return undefined;
    return new Promise<void>((grant) => this.#line.wait(grant));
  }

  #note(caller: string | null): void {
    if (this.#last.caller !== caller) this.#otherAt = this.#last.at;
    this.#last = { caller, at: this.#now() };
  }
}
