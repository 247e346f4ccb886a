export interface SharedReadOptions {
  /** Of one read. */
  maxKeys?: number;
  /**
   * Whether callers wait for the read of others to end. Otherwise those share one who ask at the same moment, with nothing
   * but promises that were settled already in between.
   */
  oneAtATime?: boolean;
}

/**
 * A read by key that callers who already wait share (decisions 3, 11): every call is covered by a read
 * that started after the call, and nothing is kept afterwards.
 */
export class SharedRead<V> {
  /** Who waits for the same key waits for the same promise. */
  #waiting = new Map<string, PromiseWithResolvers<V | null>>();
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
    const waiting = this.#waiting.get(key);
    if (waiting) return waiting.promise;
    const loading = Promise.withResolvers<V | null>();
    this.#waiting.set(key, loading);
    if (!this.#isBusy) {
      this.#isBusy = true;
      const drain = () => void this.#drain();
      // What arrives in the same turn of the event loop, over whatever connection, shares one read.
      if (this.#oneAtATime) setImmediate(drain);
      else queueMicrotask(drain);
    }
    return loading.promise;
  }

  async #drain(): Promise<void> {
    while (this.#waiting.size > 0) {
      const answered = this.#answer(this.#take());
      if (this.#oneAtATime) await answered;
    }
    this.#isBusy = false;
  }

  async #answer(batch: ReadonlyMap<string, PromiseWithResolvers<V | null>>): Promise<void> {
    try {
      const found = await this.#read([...batch.keys()]);
      for (const [key, { resolve }] of batch) resolve(found.get(key) ?? null);
    } catch (error) {
      for (const { reject } of batch.values()) reject(error);
    }
  }

  #take(): Map<string, PromiseWithResolvers<V | null>> {
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
