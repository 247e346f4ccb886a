import { ServiceError } from "../../contracts/errors.js";
import type { Networks } from "../../runtime/http/client-network.js";
import { NetworkQueue } from "./network-queue.js";

/**
 * Kind of a request for a hash. `known` and `check` verify the password of an account, for an address that
 * has or has not signed in from this client before; `set` hashes a new password, as sign-ups by anonymous callers do.
 */
export type HashKind = "known" | "check" | "set";

/** The networks that a request comes from, and the signal that ends its wait. */
export interface Asker {
  networks: Networks;
  signal: AbortSignal;
}

export interface HashQueueOptions {
  /**
   * Hashes that run at the same time, in libuv's four threads, which files need too; each takes a processor
   * for itself, and 19 MiB.
   */
  atOnce: number;
  maxWaiting: number;
  /** Milliseconds after which a waiting request is refused; callers themselves wait 15 s at most. */
  maxWaitMs: number;
}

interface Waiter {
  go(): void;
  /** Ends the wait with an error. */
  leave(reason: unknown): void;
}

const KINDS = ["known", "check", "set"] as const satisfies HashKind[];

/**
 * The queue of password hashes. Each kind has a queue with a bound of its own, and gets its share of the hashes
 * while other kinds have work: a flood of sign-ups does not delay sign-ins, and a flood of guesses does not delay
 * people who sign in from a client that they used before. In each of the three queues networks take turns. When one is
 * full, the newest request of the network with most requests in it is refused, so that no network keeps
 * another one out. A caller that left before its turn costs no hash.
 */
export class HashQueue {
  readonly #options: HashQueueOptions;
  readonly #running: Record<HashKind, number> = { known: 0, check: 0, set: 0 };
  readonly #waiting: Record<HashKind, NetworkQueue<Waiter>> = {
    known: new NetworkQueue(),
    check: new NetworkQueue(),
    set: new NetworkQueue(),
  };
  /** Kinds in the order of their latest turns: the one without a turn for longest comes first. */
  #order: readonly HashKind[] = KINDS;

  constructor(options: Partial<HashQueueOptions> = {}) {
    this.#options = { atOnce: 2, maxWaiting: 200, maxWaitMs: 10_000, ...options };
  }

  /**
   * Runs work in its turn. Throws `unavailable` when the queue of the kind is full and no other request is refused in
   * place of this one, when the wait took too long, or when a request of another network took the place.
   * Throws the signal's reason when it aborts before the turn.
   */
  async run<T>(kind: HashKind, asker: Asker, work: () => Promise<T>): Promise<T> {
    asker.signal.throwIfAborted();
    await this.#turn(kind, asker);
    try {
      return await work();
    } finally {
      this.#running[kind] -= 1;
      this.#advance();
    }
  }

  async #turn(kind: HashKind, { networks, signal }: Asker): Promise<void> {
    const { maxWaiting, maxWaitMs } = this.#options;
    const waiting = this.#waiting[kind];
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
          this.#running[kind] += 1;
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
    while (KINDS.reduce((sum, kind) => sum + this.#running[kind], 0) < atOnce) {
      const next = this.#next();
      if (next === undefined) return;
      next.go();
    }
  }

  /**
   * Takes the next waiter of the kind with the fewest running hashes; of several such kinds, of the one
   * without a turn for longest.
   */
  #next(): Waiter | undefined {
    const kind = this.#order
      .filter((each) => this.#waiting[each].size > 0)
      .toSorted((one, other) => this.#running[one] - this.#running[other])[0];
    if (kind === undefined) return undefined;
    this.#order = [...this.#order.filter((each) => each !== kind), kind];
    return this.#waiting[kind].take();
  }
}

const tooMany = (): ServiceError =>
  new ServiceError("unavailable", "Too many sign-ins or sign-ups at once. Retry later.", {
    details: { retryAfterSeconds: 5 },
  });
