import { TurnsByAccount } from "../../../runtime/process/studio/turns-by-account.js";

export interface LookLimits {
  /**
   * Files that are measured at once, for everybody and for one account. Each file is copied out of the store
   * before.
   */
  atOnce: number;
  atOnceOfOne: number;
  /** Readers of one account that may wait. Further readers get what is known. */
  waitingOfOne: number;
}

interface Waiting {
  account: string;
  begin(): void;
}

/** The queue of files that wait to be measured. Accounts take turns. */
export class LookQueue {
  readonly #limits: LookLimits;
  readonly #waiting = new TurnsByAccount<Waiting>();
  readonly #waits = new Map<string, number>();
  readonly #running = new Map<string, number>();

  constructor(limits: LookLimits) {
    this.#limits = limits;
  }

  /** Returns true when one more reader of the account may wait. */
  hasRoom(account: string): boolean {
    return (this.#waits.get(account) ?? 0) < this.#limits.waitingOfOne;
  }

  /** Does the work in its turn; rejects with the signal's reason when the signal aborts before. */
  async run<T>(account: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    await this.#turn(account, signal);
    try {
      signal.throwIfAborted();
      return await work();
    } finally {
      add(this.#running, account, -1);
      this.#next();
    }
  }

  #turn(account: string, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const left = () => {
        signal.removeEventListener("abort", leave);
        add(this.#waits, account, -1);
      };
      const waiting: Waiting = {
        account,
        begin: () => (left(), add(this.#running, account, 1), resolve()),
      };
      const leave = () => (left(), this.#waiting.remove(waiting), reject(signal.reason));
      if (signal.aborted) return reject(signal.reason);
      signal.addEventListener("abort", leave, { once: true });
      add(this.#waits, account, 1);
      this.#waiting.add(waiting);
      this.#next();
    });
  }

  #next(): void {
    const { atOnce, atOnceOfOne } = this.#limits;
    const count = () => [...this.#running.values()].reduce((sum, each) => sum + each, 0);
    while (count() < atOnce) {
      const next = this.#waiting.take(({ account }) => (this.#running.get(account) ?? 0) < atOnceOfOne);
      if (next === null) return;
      next.begin();
    }
  }
}

function add(counts: Map<string, number>, account: string, change: number): void {
  const count = (counts.get(account) ?? 0) + change;
  if (count > 0) counts.set(account, count);
  else counts.delete(account);
}
