import { ServiceError } from "../../contracts/errors.js";

/** At once in a process: as much as disks and the event loop take beside the API. */
const RUNNING = 16;
const RUNNING_OF_ACCOUNT = 4;
const WAITING_OF_ACCOUNT = 256;

interface Waiter {
  go(): void;
}

/**
 * The line of imports before this process. Whoever runs the fewest goes first, then whoever waits longest since the
 * last turn, so that one account's hundred do not stand before another's one.
 */
export class ImportLine {
  readonly #running = new Map<string, number>();
  /** In the order of turns. */
  readonly #waiting = new Map<string, Waiter[]>();
  #total = 0;

  /** Resolves with the function that leaves the line. Throws `rate_limited` when too many wait already, or the signal's reason. */
  async enter(accountId: string, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    const line = this.#waiting.get(accountId) ?? [];
    if (line.length >= WAITING_OF_ACCOUNT) {
      const details = { retryAfterSeconds: 30 };
      throw new ServiceError("rate_limited", "Too many imports wait already. Retry later.", { details });
    }
    await new Promise<void>((resolve, reject) => {
      const leave = () => {
        line.splice(line.indexOf(waiter), 1);
        if (line.length === 0) this.#waiting.delete(accountId);
        reject(signal.reason as Error);
      };
      const waiter: Waiter = {
        go: () => {
          signal.removeEventListener("abort", leave);
          resolve();
        },
      };
      signal.addEventListener("abort", leave, { once: true });
      line.push(waiter);
      this.#waiting.set(accountId, line);
      this.#advance();
    });
    let isIn = true;
    return () => {
      if (!isIn) return;
      isIn = false;
      this.#count(accountId, -1);
      this.#advance();
    };
  }

  #advance(): void {
    while (this.#total < RUNNING) {
      const accountId = this.#next();
      const line = accountId === null ? undefined : this.#waiting.get(accountId);
      const waiter = line?.shift();
      if (accountId === null || line === undefined || waiter === undefined) return;
      // To the end of the turns.
      this.#waiting.delete(accountId);
      if (line.length > 0) this.#waiting.set(accountId, line);
      this.#count(accountId, 1);
      waiter.go();
    }
  }

  #next(): string | null {
    let best: string | null = null;
    let fewest = RUNNING_OF_ACCOUNT;
    for (const accountId of this.#waiting.keys()) {
      const running = this.#running.get(accountId) ?? 0;
      if (running < fewest) [best, fewest] = [accountId, running];
    }
    return best;
  }

  #count(accountId: string, change: number): void {
    this.#total += change;
    const running = (this.#running.get(accountId) ?? 0) + change;
    if (running === 0) this.#running.delete(accountId);
    else this.#running.set(accountId, running);
  }
}
