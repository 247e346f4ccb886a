import { LRUCache } from "lru-cache";
import { ServiceError } from "../../../contracts/errors.js";
import { fromDatabase } from "../../../runtime/errors/from-database.js";
import type { Logger } from "../../../runtime/process/log.js";
import type { TokenSeen } from "./token.repository.js";

const MAX_CACHED = 20_000;
/**
 * The milliseconds that a reader waits for the database before memory answers: usually, and once the database
 * is known to be away.
 */
const PATIENCE_MS = { usual: 2000, away: 100 };

interface Cached {
  seen: TokenSeen;
  /** The time at which the read was started. Its result held then or later. */
  at: number;
}

/**
 * The tokens that the database returned last, for readers while the database is away (STALE_SECONDS). A token
 * is served for at most `staleMs` after its read. No answer is older than that, and a revoked token opens
 * nothing for longer.
 */
export class LastSeen {
  readonly #cached = new LRUCache<string, Cached>({ max: MAX_CACHED });
  readonly #staleMs: number;
  readonly #log: Pick<Logger, "warn" | "info">;
  #isAway = false;
  /** The start of the newest read that came back. */
  #readAt = 0;

  constructor({ staleMs, log }: { staleMs: number; log: Pick<Logger, "warn" | "info"> }) {
    this.#staleMs = staleMs;
    this.#log = log;
  }

  /**
   * Returns the result of the read; while the database is away, the result of an earlier read with its age.
   * Throws the errors of the read.
   */
  async load(hash: string, read: () => Promise<TokenSeen | null>): Promise<TokenSeen | null> {
    const at = performance.now();
    const reading = read().then((seen) => this.#note(hash, seen, at));
    if (this.#recent(hash) === null) return reading;
    try {
      const seen = await beforeLong(reading, this.#isAway ? PATIENCE_MS.away : PATIENCE_MS.usual);
      if (seen !== LATE) return seen;
    } catch (error) {
      if (!(fromDatabase(error) instanceof ServiceError)) throw error;
    }
    // A read for another request may have found meanwhile that the token is gone.
    const cached = this.#recent(hash);
    if (cached === null) return reading;
    if (this.#readAt <= at) this.#leave();
    return { ...cached.seen, age: (performance.now() - cached.at) / 1000 };
  }

  #recent(hash: string): Cached | null {
    const cached = this.#cached.get(hash);
    return cached !== undefined && performance.now() - cached.at <= this.#staleMs ? cached : null;
  }

  #note(hash: string, seen: TokenSeen | null, at: number): TokenSeen | null {
    if (at > this.#readAt) this.#readAt = at;
    if (this.#isAway) this.#log.info("The database answers again: what readers get is fresh.");
    this.#isAway = false;
    const known = this.#cached.get(hash);
    if (seen === null) this.#cached.delete(hash);
    else if (known === undefined || known.at <= at) this.#cached.set(hash, { seen, at });
    return seen;
  }

  #leave(): void {
    if (!this.#isAway)
      this.#log.warn(
        `The database is away: readers are answered from memory for up to ${this.#staleMs / 1000} s.`,
      );
    this.#isAway = true;
  }
}

const LATE = Symbol("late");

/** Returns the result of the work, or LATE after the time. Late work continues, and its error is dropped. */
async function beforeLong<T>(work: Promise<T>, ms: number): Promise<T | typeof LATE> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<typeof LATE>((resolve) => (timer = setTimeout(resolve, ms, LATE)));
  work.catch(() => {});
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
