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
/** Milliseconds that an account without a running import waits before a running one is ended for it. */
const PATIENCE_MS = 10_000;
/** Milliseconds that an import has in any case. */
const TURN_MS = 60_000;
/**
 * Below this rate in bytes a second, an account's only import may be ended too. Arrived bytes are told in steps of
 * 32 MB, so no import of twice this rate is ever taken for a slower one.
 */
const SLOW = 512 * 1024;
const LOOK_MS = 1000;

interface Waiter {
  since: number;
  go(place: Place): void;
}

/** The place of a running import in the queue. */
export interface Place {
  /** Aborts with `rate_limited` when the import has had its turn and others wait. */
  readonly signal: AbortSignal;
  /** Tells how many bytes have arrived. */
  arrived(bytes: number): void;
  /** Leaves the queue. */
  leave(): void;
}

class Running implements Place {
  readonly accountId: string;
  readonly since = performance.now();
  bytes = 0;
  readonly #ending = new AbortController();
  readonly #left: () => void;

  constructor(accountId: string, left: () => void) {
    this.accountId = accountId;
    this.#left = left;
  }

  get signal(): AbortSignal {
    return this.#ending.signal;
  }

  arrived(bytes: number): void {
    this.bytes = bytes;
  }

  leave(): void {
    this.#left();
  }

  end(): void {
    this.#ending.abort(tooMany("Imports of other accounts wait, and this one was the slowest. Retry it."));
  }

  /** The bytes a second on the average. */
  rate(now: number): number {
    return (1000 * this.bytes) / Math.max(1, now - this.since);
  }
}

/**
 * The queue of imports before this process. The account that runs the fewest goes first, then the one that has
 * waited longest since its last turn, so that a hundred imports of one account do not stand before another
 * account's one. Where an account that runs none waits, the slowest import of those that run most is ended after a while, so
 * that a few accounts with slow addresses do not keep everybody else from importing (rules/storage 35).
 */
export class ImportQueue {
  readonly #running = new Set<Running>();
  /** Waiting imports by account, in the order of turns. */
  readonly #waiting = new Map<string, Waiter[]>();
  readonly #limits: { waitMs: number; patienceMs: number; turnMs: number; lookMs: number };
  #looks: NodeJS.Timeout | undefined;

  constructor({ waitMs = WAIT_MS, patienceMs = PATIENCE_MS, turnMs = TURN_MS, lookMs = LOOK_MS } = {}) {
    this.#limits = { waitMs, patienceMs, turnMs, lookMs };
  }

  /**
   * Waits for a turn and returns the place, which the caller leaves. Throws `rate_limited` when too many
   * imports wait already or the wait took too long, and the signal's reason.
   */
  async enter(accountId: string, signal: AbortSignal): Promise<Place> {
    signal.throwIfAborted();
    const queue = this.#waiting.get(accountId) ?? [];
    if (queue.length >= WAITING_OF_ACCOUNT) throw tooMany("Too many imports wait already. Retry later.");
    return new Promise<Place>((resolve, reject) => {
      const leave = (reason: Error) => {
        stopWaiting();
        queue.splice(queue.indexOf(waiter), 1);
        if (queue.length === 0) this.#waiting.delete(accountId);
        this.#watch();
        reject(reason);
      };
      const abort = () => leave(signal.reason as Error);
      const late = setTimeout(
        () => leave(tooMany("Other imports took too long for this one to begin. Retry later.")),
        this.#limits.waitMs,
      ).unref();
      const stopWaiting = () => {
        clearTimeout(late);
        signal.removeEventListener("abort", abort);
      };
      const waiter: Waiter = {
        since: performance.now(),
        go: (place) => {
          stopWaiting();
          resolve(place);
        },
      };
      signal.addEventListener("abort", abort, { once: true });
      queue.push(waiter);
      this.#waiting.set(accountId, queue);
      this.#advance();
    });
  }

  #advance(): void {
    while (this.#running.size < RUNNING) {
      const accountId = this.#next();
      const queue = accountId === null ? undefined : this.#waiting.get(accountId);
      const waiter = queue?.shift();
      if (accountId === null || queue === undefined || waiter === undefined) break;
      // The account goes to the end of the turns.
      this.#waiting.delete(accountId);
      if (queue.length > 0) this.#waiting.set(accountId, queue);
      const place: Running = new Running(accountId, () => {
        if (this.#running.delete(place)) this.#advance();
      });
      this.#running.add(place);
      waiter.go(place);
    }
    this.#watch();
  }

  #next(): string | null {
    let best: string | null = null;
    let fewest = RUNNING_OF_ACCOUNT;
    const counts = countOf(this.#running);
    for (const accountId of this.#waiting.keys()) {
      const running = counts.get(accountId) ?? 0;
      if (running < fewest) [best, fewest] = [accountId, running];
    }
    return best;
  }

  /** Checks the queue every second while imports wait. */
  #watch(): void {
    if (this.#waiting.size > 0) this.#looks ??= setInterval(() => this.#look(), this.#limits.lookMs).unref();
    else {
      clearInterval(this.#looks);
      this.#looks = undefined;
    }
  }

  /** Ends an import for each account that runs none and has waited for a while. */
  #look(): void {
    const now = performance.now();
    const counts = countOf(this.#running);
    const places = [...this.#running];
    let due = 0;
    for (const [accountId, [first]] of this.#waiting)
      if (!counts.has(accountId) && first !== undefined && now - first.since >= this.#limits.patienceMs)
        due += 1;
    for (due -= places.filter(({ signal }) => signal.aborted).length; due > 0; due -= 1)
      this.#slowest(now)?.end();
    this.#watch();
  }

  /** Returns the slowest import that may be ended, of the accounts that run most. */
  #slowest(now: number): Running | undefined {
    const going = [...this.#running].filter(({ signal }) => !signal.aborted);
    const counts = countOf(going);
    const countFor = ({ accountId }: Running) => counts.get(accountId) ?? 0;
    return going
      .filter((each) => now - each.since >= this.#limits.turnMs)
      .filter((each) => countFor(each) > 1 || each.rate(now) < SLOW)
      .toSorted((a, b) => countFor(b) - countFor(a) || a.rate(now) - b.rate(now) || a.since - b.since)[0];
  }
}

/** Returns the number of imports of each account. */
function countOf(running: Iterable<Running>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { accountId } of running) counts.set(accountId, (counts.get(accountId) ?? 0) + 1);
  return counts;
}

const tooMany = (message: string): ServiceError =>
  new ServiceError("rate_limited", message, { details: { retryAfterSeconds: 30 } });
