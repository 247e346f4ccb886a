import { asProcess, isInBackground } from "../../concurrency/caller.js";
import { FairLine } from "../../concurrency/fair-line.js";
import { loopTurns, type LoopTurns } from "../../process/loop-turns.js";

/** While requests wait, one of so many grants is for background work, so that it goes on. */
const BACKGROUND_SHARE = 5;

interface Waiting {
  owner: object;
  grant(): void;
}

type Turns = Pick<LoopTurns, "isDue" | "wait">;

/**
 * Gives the one connection to one owner at a time: a transaction, or a read beside any. Callers take turns, and each is
 * served in the order of what it asked for; requests go before background work, which gets one of five grants while
 * requests wait. Each release wakes the next waiter and no other, after a turn of the event loop when that is due: node:sqlite is synchronous, so a chain of
 * transactions would not let it turn before its end. For a turn of the loop the connection waits as the process, which has every other place:
 * everybody waits for the connection.
 */
export class ConnectionLock {
  #owner: object | null = null;
  readonly #requests = new FairLine<Waiting>();
  readonly #background = new FairLine<Waiting>();
  /** Grants to requests since the last one to background work, while some of that waited. */
  #passedOver = 0;
  #isPausing = false;
  readonly #turns: Turns;

  constructor(turns: Turns = loopTurns) {
    this.#turns = turns;
  }

  get owner(): object | null {
    return this.#owner;
  }

  /** Nothing when the connection was free, and a promise for its turn in the line otherwise. */
  acquire(owner: object): Promise<void> | undefined {
    const isFree = this.#owner === null && this.#requests.isEmpty && this.#background.isEmpty;
    if (isFree && !this.#turns.isDue) {
      this.#owner = owner;
      return undefined;
    }
    const line = isInBackground() ? this.#background : this.#requests;
    const granted = new Promise<void>((grant) => line.add({ owner, grant }));
    this.#next();
    return granted;
  }

  /** Releases the lock. Does nothing for an owner that no longer has it. */
  release(owner: object): void {
    if (this.#owner !== owner) return;
    this.#owner = null;
    this.#next();
  }

  #next(): void {
    if (this.#owner !== null || this.#isPausing) return;
    if (this.#requests.isEmpty && this.#background.isEmpty) return;
    if (this.#turns.isDue) {
      this.#isPausing = true;
      asProcess(() => this.#turns.wait(() => this.#goOn()));
    } else this.#grant();
  }

  /** Grants the connection to the next waiter in this turn of the loop, even if the turn has lasted for long already. */
  #goOn(): void {
    this.#isPausing = false;
    this.#grant();
  }

  #grant(): void {
    const next = this.#take();
    if (next === null) return;
    this.#owner = next.owner;
    next.grant();
  }

  #take(): Waiting | null {
    const isTheirTurn = this.#requests.isEmpty || this.#passedOver >= BACKGROUND_SHARE - 1;
    const background = isTheirTurn ? this.#background.take() : null;
    this.#passedOver = background !== null || this.#background.isEmpty ? 0 : this.#passedOver + 1;
    return background ?? this.#requests.take();
  }
}
