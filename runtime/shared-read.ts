/**
 * A read by key that callers who already wait share (decisions 3, 11): every call is covered by a read
 * that started after the call, one read runs at a time, and nothing is kept afterwards.
 */
export class SharedRead<V> {
  /** Who waits for the same key waits for the same promise. */
  #waiting = new Map<string, PromiseWithResolvers<V | null>>();
  #isBusy = false;
  readonly #read: (keys: readonly string[]) => Promise<ReadonlyMap<string, V>>;
  readonly #maxKeys: number;

  constructor(read: (keys: readonly string[]) => Promise<ReadonlyMap<string, V>>, maxKeys = 256) {
    this.#read = read;
    this.#maxKeys = maxKeys;
  }

  /** The value under the key, or null. Rejects when the read fails. */
  load(key: string): Promise<V | null> {
    const waiting = this.#waiting.get(key);
    if (waiting) return waiting.promise;
    const loading = Promise.withResolvers<V | null>();
    this.#waiting.set(key, loading);
    if (!this.#isBusy) {
      this.#isBusy = true;
      // What arrives in the same turn of the event loop, over whatever connection, shares one read.
      setImmediate(() => void this.#drain());
    }
    return loading.promise;
  }

  async #drain(): Promise<void> {
    while (this.#waiting.size > 0) {
      const batch = this.#take();
      try {
        const found = await this.#read([...batch.keys()]);
        for (const [key, { resolve }] of batch) resolve(found.get(key) ?? null);
      } catch (error) {
        for (const { reject } of batch.values()) reject(error);
      }
    }
    this.#isBusy = false;
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
