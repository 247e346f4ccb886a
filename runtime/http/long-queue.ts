import type { ServerResponse } from "node:http";
import { LRUCache } from "lru-cache";
import { ServiceError } from "../../contracts/errors.js";
import { onBehalfOf } from "../concurrency/current-call.js";
import { FairQueue } from "../concurrency/fair-queue.js";
import { whenOver } from "./answers.js";

const MB = 2 ** 20;

export interface LongLimits {
  /** The number of long answers that are made at once in a process. */
  atOnce: number;
  /** The number of them for one account; an account whose last answer was large has one. */
  ofAccount: number;
  /** The characters of an account's unread long answers above which its next answer waits. */
  unread: number;
  /** The number of an account's requests that may wait for their turn. */
  waiting: number;
  waitMs: number;
}

const LIMITS: LongLimits = { atOnce: 2, ofAccount: 1, unread: 16 * MB, waiting: 32, waitMs: 10_000 };
const RETRY_SECONDS = 5;

/** The bytes of an answer after which its account's next ones are made singly, until one is shorter. */
const LARGE = MB;
/** The most accounts whose last answer is known to have been large. */
const MOST_KNOWN = 1000;
/**
 * The rest of an account after a large answer, as a multiple of its making, where others ask too: its pieces
 * fill turns of the event loop, and each of the forty steps of an upload waits for one (ADR-0087).
 */
const REST = 2;

/** A request that waits for its turn. */
interface Waiting {
  isOver: boolean;
  grant(): void;
}

/** The turn of a long answer. */
export interface LongTurn {
  /** True when others were before it: the facts known about its caller may have changed meanwhile. */
  hasWaited: boolean;
  /** Ends the turn when the answer is made. Its bytes count for the account until they are read. */
  made(bytes: number, res: ServerResponse): void;
  /** Ends the turn, if it has not ended yet. */
  end(): void;
}

/**
 * The queue of long answers: few are made at once, fewer of each account, and accounts take turns. So the
 * process bounds their memory, and an account that asks for many only delays itself.
 */
export class LongQueue {
  readonly #limits: LongLimits;
  readonly #queue = new FairQueue<Waiting>();
  readonly #waiting = new Map<string, number>();
  readonly #making = new Map<string, number>();
  #all = 0;
  readonly #unread = new Map<string, number>();
  /** The time from which the next answer of an account may be made, by account. */
  readonly #large = new LRUCache<string, number>({ max: MOST_KNOWN });
  readonly #isAlone: (accountId: string) => boolean;
  readonly #now: () => number;

  /** Makes a queue; `isAlone` tells whether nobody but the account has asked for anything lately. */
  constructor(
    isAlone: (accountId: string) => boolean,
    limits: Partial<LongLimits> = {},
    now: () => number = () => performance.now(),
  ) {
    this.#isAlone = isAlone;
    this.#limits = { ...LIMITS, ...limits };
    this.#now = now;
  }

  /**
   * Waits for a turn of the account. Throws `unavailable` after a long wait, or where many of the account's
   * wait already, unless `isPatient`; throws the signal's reason when it aborts.
   */
  async begin(
    accountId: string,
    { signal, isPatient = false }: { signal: AbortSignal | null; isPatient?: boolean },
  ): Promise<LongTurn> {
    signal?.throwIfAborted();
    const count = this.#waiting.get(accountId) ?? 0;
    if (count >= this.#limits.waiting && !isPatient) throw crowded();
    return this.#turn(accountId, await this.#wait(accountId, signal, isPatient));
  }

  /** Resolves when the turn has come, with whether the request had to wait for it. */
  #wait(accountId: string, signal: AbortSignal | null, isPatient: boolean): Promise<boolean> {
    let hasWaited = false;
    return new Promise((resolve, reject) => {
      const over = (): void => {
        waiting.isOver = true;
        clearTimeout(timer);
        signal?.removeEventListener("abort", aborted);
      };
      const waiting: Waiting = {
        isOver: false,
        grant: () => {
          over();
          resolve(hasWaited);
        },
      };
      const refuse = (why: Error): void => {
        over();
        reject(why);
        this.#next();
      };
      const aborted = (): void => refuse(signal?.reason as Error);
      const timer = isPatient ? undefined : setTimeout(() => refuse(crowded()), this.#limits.waitMs);
      signal?.addEventListener("abort", aborted, { once: true });
      change(this.#waiting, accountId, 1);
      onBehalfOf(accountId, () => this.#queue.add(waiting));
      this.#next();
      hasWaited = true;
    });
  }

  #turn(accountId: string, hasWaited: boolean): LongTurn {
    let isOver = false;
    const began = this.#now();
    const end = (): void => {
      if (isOver) return;
      isOver = true;
      change(this.#making, accountId, -1);
      this.#all -= 1;
      this.#next();
    };
    const made = (bytes: number, res: ServerResponse): void => {
      change(this.#unread, accountId, bytes);
      if (bytes > LARGE) this.#rest(accountId, this.#now() - began);
      else if (!this.#isResting(accountId)) this.#large.delete(accountId);
      whenOver(res, () => {
        change(this.#unread, accountId, -bytes);
        this.#next();
      });
      end();
    };
    return { hasWaited, made, end };
  }

  /** Begins the rest after a large answer that took `tookMs`. It lasts for half of `waitMs` at most. */
  #rest(accountId: string, tookMs: number): void {
    const ms = this.#isAlone(accountId) ? 0 : Math.min(tookMs * REST, this.#limits.waitMs / 2);
    const until = Math.max(this.#now() + ms, this.#large.get(accountId) ?? 0);
    this.#large.set(accountId, until);
    if (ms > 0) this.#wake(until);
  }

  #isResting(accountId: string): boolean {
    return (this.#large.get(accountId) ?? 0) > this.#now();
  }

  /** Looks at the queue again at a time. A timer may come early, and is set once more then. */
  #wake(at: number): void {
    const ms = at - this.#now();
    if (ms > 0) setTimeout(() => this.#wake(at), Math.ceil(ms));
    else this.#next();
  }

  /** Grants all free turns. A request that is over counts as waiting until it is met in the queue. */
  #next(): void {
    let account = "";
    const mayBeNow = (caller: string | null): boolean => {
      account = caller ?? "";
      const most = this.#large.has(account) ? 1 : this.#limits.ofAccount;
      return (
        (this.#making.get(account) ?? 0) < most &&
        !this.#isResting(account) &&
        (this.#unread.get(account) ?? 0) < this.#limits.unread
      );
    };
    while (this.#all < this.#limits.atOnce) {
      const waiting = this.#queue.take(mayBeNow);
      if (waiting === null) return;
      change(this.#waiting, account, -1);
      if (waiting.isOver) continue;
      change(this.#making, account, 1);
      this.#all += 1;
      waiting.grant();
    }
  }
}

export const crowded = () =>
  new ServiceError(
    "unavailable",
    "Long answers are made a few at a time, and others of yours are before this one. Retry later.",
    { details: { retryAfterSeconds: RETRY_SECONDS } },
  );

function change(sums: Map<string, number>, of: string, by: number): void {
  const sum = (sums.get(of) ?? 0) + by;
  if (sum === 0) sums.delete(of);
  else sums.set(of, sum);
}
