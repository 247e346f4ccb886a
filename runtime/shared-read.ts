import { asProcess, onBehalfOf } from "./caller.js";

export interface SharedReadOptions {
  /** Of one read. */
  maxKeys?: number;
  /**
   * Whether callers wait for the read of others to end. Otherwise those share one who ask at the same moment, with nothing
   * but promises that were settled already in between.
   */
  oneAtATime?: boolean;
  /** The line in which such reads wait; by default that of the process itself. */
  line?: string;
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
  readonly #line: string | undefined;

  constructor(
    read: (keys: readonly string[]) => Promise<ReadonlyMap<string, V>>,
    { maxKeys = 256, oneAtATime = true, line }: SharedReadOptions = {},
  ) {
    this.#read = read;
    this.#maxKeys = maxKeys;
    this.#oneAtATime = oneAtATime;
    this.#line = line;
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
      if (!this.#oneAtATime) queueMicrotask(drain);
      // What arrives in the same turn of the event loop, over whatever connection, shares one read, which is nobody's own.
      else asProcess(() => this.#inLine(() => setImmediate(drain)));
    }
    return loading.promise;
  }

  #inLine(work: () => void): void {
    if (this.#line === undefined) work();
    else onBehalfOf(this.#line, work);
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
