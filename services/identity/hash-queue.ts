import { ServiceError } from "../../contracts/errors.js";

/** Who asks: somebody who proves a password that is there, or somebody who sets one, as strangers do who sign up. */
export type Line = "check" | "set";

export interface HashQueueOptions {
  /** Hashes run in libuv's four threads, which files need too; each takes a processor for itself, and 19 MiB. */
  atOnce: number;
  maxWaiting: number;
  /** Callers wait 15 s at most; a caller that waited for longer than this is not served any more. */
  maxWaitMs: number;
}

interface Waiter {
  go(): void;
}

/**
 * The queue of password hashes. Each line has its own bound and, while the other one has work, its own place: a flood of
 * sign-ups leaves sign-ins theirs. A caller that left before its turn costs no hash.
 */
export class HashQueue {
  readonly #options: HashQueueOptions;
  readonly #running: Record<Line, number> = { check: 0, set: 0 };
  readonly #waiting: Record<Line, Set<Waiter>> = { check: new Set(), set: new Set() };
  /** Whose turn was the latest one. */
  #latest: Line = "set";

  constructor(options: Partial<HashQueueOptions> = {}) {
    this.#options = { atOnce: 2, maxWaiting: 200, maxWaitMs: 10_000, ...options };
  }

  /** Throws `unavailable` when the line is full or the wait took too long, and the signal's reason when it aborts before the turn. */
  async run<T>(line: Line, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    await this.#turn(line, signal);
    try {
      return await work();
    } finally {
      this.#running[line] -= 1;
      this.#advance();
    }
  }

  async #turn(line: Line, signal: AbortSignal): Promise<void> {
    const { maxWaiting, maxWaitMs } = this.#options;
    const waiting = this.#waiting[line];
    if (waiting.size >= maxWaiting) throw tooMany();
    await new Promise<void>((resolve, reject) => {
      const stop = () => {
        clearTimeout(late);
        signal.removeEventListener("abort", abort);
        waiting.delete(waiter);
      };
      const leave = (reason: unknown) => {
        stop();
        reject(reason);
      };
      const abort = () => leave(signal.reason);
      const late = setTimeout(() => leave(tooMany()), maxWaitMs).unref();
      const waiter: Waiter = {
        go: () => {
          stop();
          this.#running[line] += 1;
          resolve();
        },
      };
      signal.addEventListener("abort", abort, { once: true });
      waiting.add(waiter);
      this.#advance();
    });
  }

  #advance(): void {
    const { atOnce } = this.#options;
    while (this.#running.check + this.#running.set < atOnce) {
      const next = this.#next();
      if (next === undefined) return;
      next.go();
    }
  }

  /** Of the line that runs fewer, and of the one that was not the latest when both run as many. */
  #next(): Waiter | undefined {
    const { check, set } = this.#running;
    const isCheck = check === set ? this.#latest === "set" : check < set;
    const first: Line = isCheck ? "check" : "set";
    const second: Line = isCheck ? "set" : "check";
    const line = this.#waiting[first].size > 0 ? first : second;
    const [next] = this.#waiting[line];
    if (next !== undefined) this.#latest = line;
    return next;
  }
}

const tooMany = (): ServiceError =>
  new ServiceError("unavailable", "Too many sign-ins or sign-ups at once. Retry later.", {
    details: { retryAfterSeconds: 5 },
  });
