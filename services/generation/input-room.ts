import { OwnFailure } from "../../runtime/plugins/failure-sentence.js";

const MB = 2 ** 20;

/** The memory for files of one size: for all accounts, and for one of them. */
interface Pool {
  all: number;
  ofAccount: number;
}

export interface InputRoomLimits {
  /** Files of up to this many bytes have memory of their own, so that none of them waits for large ones. */
  small: number;
  forSmall: Pool;
  forLarge: Pool;
  waitMs: number;
}

/** The most bytes of one file that is read into memory: larger ones are read as streams. */
export const MOST_IN_MEMORY = 64 * MB;
const LIMITS: InputRoomLimits = {
  small: MB,
  forSmall: { all: 32 * MB, ofAccount: 8 * MB },
  forLarge: { all: 256 * MB, ofAccount: MOST_IN_MEMORY },
  waitMs: 30_000,
};

interface Waiting {
  account: string;
  bytes: number;
  grant(): void;
}

/** One pool, with the bytes that are taken of it. */
class Shared {
  readonly #pool: Pool;
  #all = 0;
  readonly #ofAccount = new Map<string, number>();
  readonly waiting = new Set<Waiting>();

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** Takes bytes if the account's share and the pool have them. */
  take(account: string, bytes: number): boolean {
    if (!this.#isInShare(account, bytes) || this.#all + bytes > this.#pool.all) return false;
    this.#change(account, bytes);
    return true;
  }

  give(account: string, bytes: number): void {
    this.#change(account, -bytes);
    this.grant();
  }

  /** True where somebody waits for the pool alone; who comes later waits behind. */
  get isAwaited(): boolean {
    return [...this.waiting].some(({ account, bytes }) => this.#isInShare(account, bytes));
  }

  /** Grants the memory that is free, in the order in which callers came. */
  grant(): void {
    for (const waiting of this.waiting) {
      // Whoever is over the share of its account is passed over; nobody goes before one that waits for the pool.
      if (!this.#isInShare(waiting.account, waiting.bytes)) continue;
      if (!this.take(waiting.account, waiting.bytes)) return;
      waiting.grant();
    }
  }

  #isInShare(account: string, bytes: number): boolean {
    return (this.#ofAccount.get(account) ?? 0) + bytes <= this.#pool.ofAccount;
  }

  #change(account: string, by: number): void {
    this.#all += by;
    const sum = (this.#ofAccount.get(account) ?? 0) + by;
    if (sum === 0) this.#ofAccount.delete(account);
    else this.#ofAccount.set(account, sum);
  }
}

/**
 * The memory for files that providers read as a whole, which all jobs of a process share. An account has a
 * share of it, and small files have memory of their own, so large files of one account delay nobody else.
 */
export class InputRoom {
  readonly #limits: InputRoomLimits;
  readonly #small: Shared;
  readonly #large: Shared;

  constructor(limits: Partial<InputRoomLimits> = {}) {
    this.#limits = { ...LIMITS, ...limits };
    this.#small = new Shared(this.#limits.forSmall);
    this.#large = new Shared(this.#limits.forLarge);
  }

  /**
   * Takes memory for a file and returns the function that gives it back. Waits for it only if `mayWait`: calls
   * that wait while they have some could wait for each other. Throws `rate_limited` where there is none.
   */
  async take(
    account: string,
    bytes: number,
    { signal, mayWait }: { signal: AbortSignal; mayWait: boolean },
  ): Promise<() => void> {
    const shared = bytes <= this.#limits.small ? this.#small : this.#large;
    if ((mayWait && shared.isAwaited) || !shared.take(account, bytes)) {
      if (!mayWait) throw full();
      await this.#wait(shared, { account, bytes }, signal);
    }
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      shared.give(account, bytes);
    };
  }

  #wait(shared: Shared, of: Omit<Waiting, "grant">, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const over = (): void => {
        shared.waiting.delete(waiting);
        clearTimeout(timer);
        signal.removeEventListener("abort", aborted);
      };
      const refuse = (why: unknown): void => {
        over();
        reject(why);
        shared.grant();
      };
      const waiting: Waiting = {
        ...of,
        grant: () => {
          over();
          resolve();
        },
      };
      const aborted = (): void => refuse(signal.reason);
      const timer = setTimeout(() => refuse(full()), this.#limits.waitMs);
      if (signal.aborted) return aborted();
      signal.addEventListener("abort", aborted, { once: true });
      shared.waiting.add(waiting);
    });
  }
}

const full = (): OwnFailure =>
  new OwnFailure("rate_limited", "Too many large files of jobs are being read. Retry later.", {
    retryAfterMs: 2000,
  });
