import { ServiceError } from "../../contracts/errors.js";

/**
 * Imports that a process runs at once. The transfer process does their work; this bounds the memory and the
 * connections here.
 */
const RUNNING = 16;
const RUNNING_OF_ACCOUNT = 4;
const WAITING_OF_ACCOUNT = 256;
/** Milliseconds after which a wait ends with an answer, since a connection must not hang for ever. */
const WAIT_MS = 15 * 60_000;

interface Waiter {
  go(): void;
}

/**
 * The queue of imports before this process. The account that runs the fewest goes first, then the one that has
 * waited longest since its last turn, so that a hundred imports of one account do not stand before another
 * account's one.
 */
export class ImportQueue {
  readonly #running = new Map<string, number>();
  /** Waiting imports by account, in the order of turns. */
  readonly #waiting = new Map<string, Waiter[]>();
  #total = 0;
  readonly #waitMs: number;

  constructor(waitMs = WAIT_MS) {
    this.#waitMs = waitMs;
  }

  /**
   * Waits for a turn and returns the function that leaves the queue. Throws `rate_limited` when too many
   * imports wait already or the wait took too long, and the signal's reason.
   */
  async enter(accountId: string, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    const queue = this.#waiting.get(accountId) ?? [];
    if (queue.length >= WAITING_OF_ACCOUNT) throw tooMany("Too many imports wait already. Retry later.");
    await new Promise<void>((resolve, reject) => {
      const leave = (reason: Error) => {
        stopWaiting();
        queue.splice(queue.indexOf(waiter), 1);
        if (queue.length === 0) this.#waiting.delete(accountId);
        reject(reason);
      };
      const abort = () => leave(signal.reason as Error);
      const late = setTimeout(
        () => leave(tooMany("Other imports took too long for this one to begin. Retry later.")),
        this.#waitMs,
      ).unref();
      const stopWaiting = () => {
        clearTimeout(late);
        signal.removeEventListener("abort", abort);
      };
      const waiter: Waiter = {
        go: () => {
          stopWaiting();
          resolve();
        },
      };
      signal.addEventListener("abort", abort, { once: true });
      queue.push(waiter);
      this.#waiting.set(accountId, queue);
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
      const queue = accountId === null ? undefined : this.#waiting.get(accountId);
      const waiter = queue?.shift();
      if (accountId === null || queue === undefined || waiter === undefined) return;
      // The account goes to the end of the turns.
      this.#waiting.delete(accountId);
      if (queue.length > 0) this.#waiting.set(accountId, queue);
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

const tooMany = (message: string): ServiceError =>
  new ServiceError("rate_limited", message, { details: { retryAfterSeconds: 30 } });
