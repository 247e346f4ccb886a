import { hash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import { crowded, LongQueue } from "../../../../runtime/http/long-queue.js";

const MB = 2 ** 20;

/** The most characters of results that short requests retain at once, of an account and of all. */
const MOST_OF_ACCOUNT = 16 * MB;
const MOST_OF_ALL = 64 * MB;
/** The most reads of an account that run at once: the size of a result is known only when it is there. */
const READS_OF_ACCOUNT = 4;
/** The milliseconds that a request without results waits for room, and those between its looks. */
const WAIT_MS = 10_000;
const LOOK_MS = 50;

/** The most queries that are known to be long. */
const MOST_KNOWN = 1000;

/**
 * The operation that a request asks for: a document may hold several, of which one is long and another a
 * mutation.
 */
export interface Operation {
  query: string;
  operationName: string | null;
}

interface Reads {
  running: number;
  waiting: (() => void)[];
}

/** The memory of a process that the answers of `/v1/graphql` take while they are made, by account. */
export class Rooms {
  readonly long: LongQueue;
  readonly #retained = new Map<string, number>();
  readonly #reads = new Map<string, Reads>();
  readonly #known = new LRUCache<string, true>({ max: MOST_KNOWN });
  #all = 0;

  constructor(long: LongQueue) {
    this.long = long;
  }

  /**
   * Tells whether an account's query was long when it was last asked. Such a query waits for its turn at
   * once, because it would begin in vain.
   */
  isKnown(accountId: string, operation: Operation): boolean {
    return this.#known.has(keyOf(accountId, operation));
  }

  /** Remembers whether an account's query turned out to be long. */
  learn(accountId: string, operation: Operation, isLong: boolean): void {
    if (isLong) this.#known.set(keyOf(accountId, operation), true);
    else this.#known.delete(keyOf(accountId, operation));
  }

  /**
   * Tells whether the results of the account's requests, or of all requests, are so many that further ones
   * have to wait.
   */
  isFull(accountId: string): boolean {
    return (this.#retained.get(accountId) ?? 0) > MOST_OF_ACCOUNT || this.#all > MOST_OF_ALL;
  }

  /** Counts characters of results that an account retains from now on; a negative number gives them back. */
  retain(accountId: string, characters: number): void {
    const retained = (this.#retained.get(accountId) ?? 0) + characters;
    if (retained === 0) this.#retained.delete(accountId);
    else this.#retained.set(accountId, retained);
    this.#all += characters;
  }

  /**
   * Waits until there is room. A request that retains results does not wait, because others could be waiting
   * for these. Throws `unavailable`.
   */
  async whenFree(accountId: string, retainsSome: boolean): Promise<void> {
    const until = performance.now() + (retainsSome ? 0 : WAIT_MS);
    while (this.isFull(accountId)) {
      if (performance.now() >= until) throw crowded();
      await sleep(LOOK_MS);
    }
  }

  /** Reads for an account when its turn has come. */
  async read<T>(accountId: string, work: () => Promise<T>): Promise<T> {
    const reads = this.#reads.get(accountId) ?? { running: 0, waiting: [] };
    this.#reads.set(accountId, reads);
    if (reads.running < READS_OF_ACCOUNT) reads.running += 1;
    else await new Promise<void>((grant) => reads.waiting.push(grant));
    try {
      return await work();
    } finally {
      const next = reads.waiting.shift();
      // The place goes to the next read that waits for it.
      if (next !== undefined) next();
      else if (--reads.running === 0) this.#reads.delete(accountId);
    }
  }
}

const keyOf = (accountId: string, { query, operationName }: Operation): string =>
  `${accountId} ${hash("sha256", JSON.stringify([query, operationName]))}`;
