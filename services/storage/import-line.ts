import { ServiceError } from "../../contracts/errors.js";

/** At once in a process. What they cost falls on the transfer process; this bounds its memory and its connections. */
const RUNNING = 16;
const RUNNING_OF_ACCOUNT = 4;
const WAITING_OF_ACCOUNT = 256;
/** Longer waits end with an answer, which a connection that hangs for ever is not. */
const WAIT_MS = 15 * 60_000;

interface Waiter {
  go(): void;
}

/**
 * The line of imports before this process. The account that runs the fewest goes first, then the one that waits longest since the
 * last turn, so that one account's hundred do not stand before another's one.
 */
export class ImportLine {
  readonly #running = new Map<string, number>();
  /** In the order of turns. */
  readonly #waiting = new Map<string, Waiter[]>();
  #total = 0;
  readonly #waitMs: number;

  constructor(waitMs = WAIT_MS) {
    this.#waitMs = waitMs;
  }

  /**
   * Resolves with the function that leaves the line. Throws `rate_limited` when too many wait already or the wait took too long, or
   * the signal's reason.
   */
  async enter(accountId: string, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    const line = this.#waiting.get(accountId) ?? [];
    if (line.length >= WAITING_OF_ACCOUNT) throw tooMany("Too many imports wait already. Retry later.");
    await new Promise<void>((resolve, reject) => {
      const leave = (reason: Error) => {
        stopWaiting();
        line.splice(line.indexOf(waiter), 1);
        if (line.length === 0) this.#waiting.delete(accountId);
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

const tooMany = (message: string): ServiceError =>
  new ServiceError("rate_limited", message, { details: { retryAfterSeconds: 30 } });
