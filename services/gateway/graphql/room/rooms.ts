import { hash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import { crowded, LongLine } from "../../long-line.js";

const MB = 2 ** 20;

/** Characters of results that short requests retain at once, of an account and of all. */
const MOST_OF_ACCOUNT = 16 * MB;
const MOST_OF_ALL = 64 * MB;
/** Reads of an account that run at once: what they give is known when it is there. */
const READS_OF_ACCOUNT = 4;
/** How long a request that holds nothing waits for room, and how often it looks. */
const WAIT_MS = 10_000;
const LOOK_MS = 50;

/** Queries that are known to be long. */
const MOST_KNOWN = 1000;

/** What a request asks for: a document may hold several operations, of which one is long and another a mutation. */
export interface Operation {
  query: string;
  operationName: string | null;
}

interface Reads {
  running: number;
  waiting: (() => void)[];
}

/** What the answers of `/v1/graphql` that are being made take of a process, and what of it is whose. */
export class Rooms {
  readonly long: LongLine;
  readonly #retained = new Map<string, number>();
  readonly #reads = new Map<string, Reads>();
  readonly #known = new LRUCache<string, true>({ max: MOST_KNOWN });
  #all = 0;

  constructor(long: LongLine) {
    this.long = long;
  }

  /** Whether an account's query was long when it was asked last: it waits for its turn at once, for it would be begun in vain. */
  isKnown(accountId: string, operation: Operation): boolean {
    return this.#known.has(keyOf(accountId, operation));
  }

  /** What an account's query turned out to be. */
  learn(accountId: string, operation: Operation, isLong: boolean): void {
    if (isLong) this.#known.set(keyOf(accountId, operation), true);
    else this.#known.delete(keyOf(accountId, operation));
  }

  /** Whether the results that the account's requests retain, or all, are so many that the next have to wait. */
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

  /** Waits until there is room; one that holds some itself does not wait, for others could wait for that. Throws `unavailable`. */
  async whenFree(accountId: string, holdsSome: boolean): Promise<void> {
    const until = performance.now() + (holdsSome ? 0 : WAIT_MS);
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
      // The place goes on to who waits for it.
      if (next !== undefined) next();
      else if (--reads.running === 0) this.#reads.delete(accountId);
    }
  }
}

const keyOf = (accountId: string, { query, operationName }: Operation): string =>
  `${accountId} ${hash("sha256", JSON.stringify([query, operationName]))}`;
