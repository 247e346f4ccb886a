import { currentCaller, currentNetwork, onBehalfOf } from "../../concurrency/current-call.js";
import { FairQueue } from "../../concurrency/fair-queue.js";
import { unreachable } from "./fetch-error.js";

/** The part of the free turns that one owner may have; one that has none may have any free turn. */
const SHARE = 8;
/** The look-ups of one owner that wait for their turns. */
const MOST_WAITING = 256;

interface Waiting {
  owner: string;
  isOver: boolean;
  grant(): void;
}

/**
 * Turns of look-ups, which may last until their deadline when a name server is silent (rules/edge 56). Owners take turns: the
 * account that calls or pays, or the network of an anonymous caller. One has fewer than an eighth of the turns that are
 * free, so that turns are left for owners who have none.
 */
export class LookUpTurns {
  readonly #atOnce: number;
  readonly #queue = new FairQueue<Waiting>();
  readonly #waiting = new Map<string, number>();
  readonly #inHand = new Map<string, number>();
  #all = 0;

  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }

  /**
   * Does the work when the current owner's turn has come; the turn lasts as long as the work. Throws GuardedFetchError where too
   * many look-ups of the owner wait, and the signal's reason when it aborts before.
   */
  async run<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const owner = ownerNow();
    await this.#wait(owner, signal);
    try {
      return await work();
    } finally {
      change(this.#inHand, owner, -1);
      this.#all -= 1;
      this.#next();
    }
  }

  #wait(owner: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if ((this.#waiting.get(owner) ?? 0) >= MOST_WAITING)
      throw unreachable("Too many names of yours are looked up at the moment. Try again later.");
    return new Promise((resolve, reject) => {
      const over = (): void => {
        waiting.isOver = true;
        signal.removeEventListener("abort", aborted);
      };
      const aborted = (): void => {
        over();
        reject(signal.reason as Error);
      };
      const waiting: Waiting = {
        owner,
        isOver: false,
        grant() {
          over();
          resolve();
        },
      };
      signal.addEventListener("abort", aborted, { once: true });
      change(this.#waiting, owner, 1);
      if (owner === PROCESS) this.#queue.add(waiting);
      else onBehalfOf(owner, () => this.#queue.add(waiting));
      this.#next();
    });
  }

  /** Grants all free turns. A look-up that is over counts as waiting until it is met in the queue. */
  #next(): void {
    const mayBeNow = (owner: string | null): boolean =>
      (this.#inHand.get(owner ?? PROCESS) ?? 0) < (this.#atOnce - this.#all) / SHARE;
    while (this.#all < this.#atOnce) {
      const waiting = this.#queue.take(mayBeNow);
      if (waiting === null) return;
      change(this.#waiting, waiting.owner, -1);
      if (waiting.isOver) continue;
      change(this.#inHand, waiting.owner, 1);
      this.#all += 1;
      waiting.grant();
    }
  }
}

/** The owner of look-ups that the process makes of its own accord. */
const PROCESS = "";

/** Returns the owner of a look-up that begins now. Anonymous callers are told apart by their networks. */
function ownerNow(): string {
  const caller = currentCaller();
  return caller === null ? PROCESS : `${caller} ${currentNetwork()}`;
}

function change(sums: Map<string, number>, of: string, by: number): void {
  const sum = (sums.get(of) ?? 0) + by;
  if (sum === 0) sums.delete(of);
  else sums.set(of, sum);
}
