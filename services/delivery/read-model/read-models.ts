/** What lies in memory and may be asked to leave it. */
export interface Evictable {
  readonly bytes: number;
  shrink(bytes: number): void;
  close(): Promise<void>;
}

interface Held<T> {
  opening: Promise<T>;
  /** Null while it opens. */
  model: T | null;
  users: number;
  used: number;
  /** Closed when its last user is done. */
  isForgotten: boolean;
}

/** How many uses may pass before the memory is counted again. */
const COUNT_EVERY = 64;

/**
 * The read models of a process, opened when they are first asked for, in a common budget of memory: beyond it goes
 * first what can be computed again, then whole models, each time what was used longest ago. The budget is no promise:
 * a model in use stays, and so does the last one.
 */
export class ReadModels<T extends Evictable> {
  readonly #maxBytes: number;
  readonly #held = new Map<string, Held<T>>();
  #clock = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get bytes(): number {
    return [...this.#held.values()].reduce((sum, { model }) => sum + (model?.bytes ?? 0), 0);
  }

  get count(): number {
    return this.#held.size;
  }

  /** Works with a model that stays open meanwhile. Throws what opening and working throw. */
  async use<R>(key: string, open: () => Promise<T>, work: (model: T) => Promise<R>): Promise<R> {
    const held = this.#held.get(key) ?? this.#open(key, open);
    held.used = ++this.#clock;
    held.users++;
    try {
      return await work(await held.opening);
    } finally {
      held.users--;
      if (held.isForgotten && held.users === 0) void closeModel(held);
      if (this.#clock % COUNT_EVERY === 0) this.#evict();
    }
  }

  #open(key: string, open: () => Promise<T>): Held<T> {
    const held: Held<T> = { opening: open(), model: null, users: 0, used: 0, isForgotten: false };
    this.#held.set(key, held);
    held.opening.then(
      (model) => {
        held.model = model;
        this.#evict();
      },
      () => this.#forget(key, held),
    );
    return held;
  }

  /** It no longer says what is true: the next use opens it anew. Who works with it may finish. */
  async drop(key: string): Promise<void> {
    const held = this.#held.get(key);
    if (held === undefined) return;
    this.#forget(key, held);
    if (held.users === 0) await closeModel(held);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#held.keys()].map((key) => this.drop(key)));
  }

  #forget(key: string, held: Held<T>): void {
    held.isForgotten = true;
    if (this.#held.get(key) === held) this.#held.delete(key);
  }

  #evict(): void {
    let excess = this.bytes - this.#maxBytes;
    if (excess <= 0) return;
    const byUse = [...this.#held].sort(([, a], [, b]) => a.used - b.used);
    for (const [, { model }] of byUse) {
      if (excess <= 0) return;
      const before = model?.bytes ?? 0;
      model?.shrink(excess);
      excess -= before - (model?.bytes ?? 0);
    }
    for (const [key, held] of byUse.slice(0, -1)) {
      if (excess <= 0) return;
      if (held.users > 0 || held.model === null) continue;
      excess -= held.model.bytes;
      this.#forget(key, held);
      void closeModel(held);
    }
  }
}

/** Whatever goes wrong in the end of a model, nobody has it any more. */
async function closeModel<T extends Evictable>(held: Held<T>): Promise<void> {
  const model = await held.opening.catch(() => null);
  await model?.close().catch(() => {});
}
