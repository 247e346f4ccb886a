interface Waiter<V> {
  resolve(value: V | null): void;
  reject(error: unknown): void;
}

export interface SharedReadOptions {
  /** Of one read. */
  maxKeys?: number;
  /** Whether callers wait for the read of others to end. Otherwise only those of one turn of the event loop share one. */
  oneAtATime?: boolean;
}

/**
 * A read by key that callers who already wait share (decisions 3, 11): every call is covered by a read
 * that started after the call, and nothing is kept afterwards.
 */
export class SharedRead<V> {
  #waiting = new Map<string, Waiter<V>[]>();
  #isBusy = false;
  readonly #read: (keys: readonly string[]) => Promise<ReadonlyMap<string, V>>;
  readonly #maxKeys: number;
  readonly #oneAtATime: boolean;

  constructor(
    read: (keys: readonly string[]) => Promise<ReadonlyMap<string, V>>,
    { maxKeys = 256, oneAtATime = true }: SharedReadOptions = {},
  ) {
    this.#read = read;
    this.#maxKeys = maxKeys;
    this.#oneAtATime = oneAtATime;
  }

  /** The value under the key, or null. Rejects when the read fails. */
  load(key: string): Promise<V | null> {
    return new Promise((resolve, reject) => {
      const waiters = this.#waiting.get(key);
      if (waiters) waiters.push({ resolve, reject });
      else this.#waiting.set(key, [{ resolve, reject }]);
      if (this.#isBusy) return;
      this.#isBusy = true;
      // What arrives in the same turn of the event loop, over whatever connection, shares one read.
      setImmediate(() => void this.#drain());
    });
  }

  async #drain(): Promise<void> {
    while (this.#waiting.size > 0) {
      const answered = this.#answer(this.#take());
      if (this.#oneAtATime) await answered;
    }
    this.#isBusy = false;
  }

  async #answer(batch: ReadonlyMap<string, Waiter<V>[]>): Promise<void> {
    try {
      const found = await this.#read([...batch.keys()]);
      for (const [key, waiters] of batch) for (const { resolve } of waiters) resolve(found.get(key) ?? null);
    } catch (error) {
      for (const waiters of batch.values()) for (const { reject } of waiters) reject(error);
    }
  }

  #take(): Map<string, Waiter<V>[]> {
    const all = this.#waiting;
    if (all.size <= this.#maxKeys) {
      this.#waiting = new Map();
      return all;
    }
    const batch = new Map([...all].slice(0, this.#maxKeys));
    for (const key of batch.keys()) all.delete(key);
    return batch;
  }
}
