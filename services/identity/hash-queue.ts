import { ServiceError } from "../../contracts/errors.js";
import type { Networks } from "../../runtime/http/client-network.js";
import { NetworkLine } from "./network-line.js";

/**
 * What is asked: to check a password that is there, for an address that has signed in from this client before (`known`) or
 * not, or to set one, as strangers do who sign up.
 */
export type Line = "known" | "check" | "set";

/** Who asks: from which networks, and until when. */
export interface Asker {
  networks: Networks;
  signal: AbortSignal;
}

export interface HashQueueOptions {
  /** Hashes run in libuv's four threads, which files need too; each takes a processor for itself, and 19 MiB. */
  atOnce: number;
  maxWaiting: number;
  /** Callers wait 15 s at most; a caller that waited for longer than this is not served any more. */
  maxWaitMs: number;
}

interface Waiter {
  go(): void;
  /** Ends the wait. */
  leave(reason: unknown): void;
}

const LINES = ["known", "check", "set"] as const satisfies Line[];

/**
 * The queue of password hashes. Each line has a bound of its own, and gets its share of the hashes while other lines have work:
 * a flood of sign-ups does not delay sign-ins, and a flood of guesses does not delay people who sign in from where they have signed in
 * before. In each line networks take turns. When a line is full, the newest request of the network with most requests in it is
 * refused, so that no network keeps another one out. A caller that left before its turn costs no hash.
 */
export class HashQueue {
  readonly #options: HashQueueOptions;
  readonly #running: Record<Line, number> = { known: 0, check: 0, set: 0 };
  readonly #waiting: Record<Line, NetworkLine<Waiter>> = {
    known: new NetworkLine(),
    check: new NetworkLine(),
    set: new NetworkLine(),
  };
  /** The lines in the order of their latest turns, the one that had none for longest first. */
  #order: readonly Line[] = LINES;

  constructor(options: Partial<HashQueueOptions> = {}) {
    this.#options = { atOnce: 2, maxWaiting: 200, maxWaitMs: 10_000, ...options };
  }

  /**
   * Throws `unavailable` when the line is full and no other request is refused in place of this one, when the wait took too long or
   * a request of another network took the place, and the signal's reason when it aborts before the turn.
   */
  async run<T>(line: Line, asker: Asker, work: () => Promise<T>): Promise<T> {
    asker.signal.throwIfAborted();
    await this.#turn(line, asker);
    try {
      return await work();
    } finally {
      this.#running[line] -= 1;
      this.#advance();
    }
  }

  async #turn(line: Line, { networks, signal }: Asker): Promise<void> {
    const { maxWaiting, maxWaitMs } = this.#options;
    const waiting = this.#waiting[line];
    if (waiting.size >= maxWaiting) {
      const other = waiting.latestOfGreatest(networks);
      if (other === null) throw tooMany();
      other.leave(tooMany());
    }
    await new Promise<void>((resolve, reject) => {
      const stop = () => {
        clearTimeout(late);
        signal.removeEventListener("abort", abort);
      };
      const leave = (reason: unknown) => {
        stop();
        waiting.remove(networks, waiter);
        reject(reason);
      };
      const abort = () => leave(signal.reason);
      const late = setTimeout(() => leave(tooMany()), maxWaitMs).unref();
      const waiter: Waiter = {
        leave,
        go: () => {
          stop();
          this.#running[line] += 1;
          resolve();
        },
      };
      signal.addEventListener("abort", abort, { once: true });
      waiting.add(networks, waiter);
      this.#advance();
    });
  }

  #advance(): void {
    const { atOnce } = this.#options;
    while (LINES.reduce((sum, line) => sum + this.#running[line], 0) < atOnce) {
      const next = this.#next();
      if (next === undefined) return;
      next.go();
    }
  }

  /** Of the line that runs fewest, and of the one that had no turn for longest when several run as few. */
  #next(): Waiter | undefined {
    const line = this.#order
      .filter((each) => this.#waiting[each].size > 0)
      .toSorted((one, other) => this.#running[one] - this.#running[other])[0];
    if (line === undefined) return undefined;
    this.#order = [...this.#order.filter((each) => each !== line), line];
    return this.#waiting[line].take();
  }
}

const tooMany = (): ServiceError =>
  new ServiceError("unavailable", "Too many sign-ins or sign-ups at once. Retry later.", {
    details: { retryAfterSeconds: 5 },
  });
