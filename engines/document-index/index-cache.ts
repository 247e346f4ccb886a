/**
 * Thrown when a caller's turn to open its plan did not come, because models of other plans with the same name
 * were opened first each time. The caller may try again.
 */
export class IndexContended extends Error {
  override readonly name = "IndexContended";
}

/** A model in memory that can free memory on request. */
export interface Evictable {
  readonly bytes: number;
  shrink(bytes: number): void;
  close(): Promise<void>;
}

/** The model that a caller wants. */
export interface Wanted<T, P> {
  /** The name of the model. Of several models with the same name, the one with the newest plan stays. */
  name: string;
  plan: P;
  /** Age of the plan: a newer plan has a higher revision. */
  revision: number;
  /** Tells whether a model of another plan gives the same answers. It is not called for the same plan. */
  fits(plan: P): boolean;
  open(): Promise<T>;
}

interface Held<T, P> {
  name: string;
  plan: P;
  revision: number;
  opening: Promise<T>;
  /** The opened model; null while it opens. */
  model: T | null;
  users: number;
  used: number;
  /** Set when the model is to be closed once its last user is done. */
  isForgotten: boolean;
}

/** Number of uses after which the memory is counted again. */
const COUNT_EVERY = 64;
/** Number of times that a caller waits for models of other plans. */
const MAX_WAITS = 20;

/**
 * The document indexes of a process, opened on first use, within a common budget of memory. Beyond the
 * budget, values that can be computed again are freed first, then whole models, in both cases those used
 * longest ago. The budget may be exceeded: a model in use stays, and so does the last model.
 */
export class IndexCache<T extends Evictable, P = string> {
  readonly #maxBytes: number;
  readonly #held = new Map<string, Held<T, P>[]>();
  #clock = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get #all(): Held<T, P>[] {
    return [...this.#held.values()].flat();
  }

  get bytes(): number {
    return this.#all.reduce((sum, { model }) => sum + (model?.bytes ?? 0), 0);
  }

  get count(): number {
    return this.#all.length;
  }

  /**
   * Calls `work` with a model that fits, which stays open meanwhile. Throws what opening and working throw,
   * and IndexContended for a caller who would wait for ever, since one model of a name is opened at a time.
   */
  async use<R>(wanted: Wanted<T, P>, work: (model: T) => Promise<R>): Promise<R> {
    for (let waits = 0; ; waits++) {
      const held = this.#find(wanted);
      const opening = held ?? this.#held.get(wanted.name)?.find(({ model }) => model === null);
      if (held === undefined && opening !== undefined) {
        if (waits === MAX_WAITS) throw new IndexContended("The plan of the index changes all the time.");
        await opening.opening.catch(() => {});
        continue;
      }
      return this.#work(held ?? this.#open(wanted), work);
    }
  }

  /** Finds a model that fits: an open one before one that is opening, and among equals the newest. */
  #find({ name, plan: wanted, fits }: Wanted<T, P>): Held<T, P> | undefined {
    const fitting = this.#held.get(name)?.filter(({ plan }) => plan === wanted || fits(plan));
    return fitting?.findLast(({ model }) => model !== null) ?? fitting?.at(-1);
  }

  async #work<R>(held: Held<T, P>, work: (model: T) => Promise<R>): Promise<R> {
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

  #open({ name, plan, revision, open }: Wanted<T, P>): Held<T, P> {
    const opening = open();
    const held = { name, plan, revision, opening, model: null, users: 0, used: 0, isForgotten: false };
    this.#insert(held);
    opening.then(
      (model) => this.#opened(held, model),
      () => this.#forget(held),
    );
    return held;
  }

  #insert(held: Held<T, P>): void {
    const others = this.#held.get(held.name) ?? [];
    this.#held.set(
      held.name,
      [...others, held].toSorted((a, b) => a.revision - b.revision),
    );
  }

  /** Keeps only the newest model of a name; callers that work with another one may finish. */
  #opened(held: Held<T, P>, model: T): void {
    held.model = model;
    const open = this.#held.get(held.name)?.filter((each) => each.model !== null) ?? [];
    for (const older of open.slice(0, -1)) this.#release(older);
    this.#evict();
  }

  /** Removes the model from the cache, and closes it when no caller uses it. */
  #release(held: Held<T, P>): void {
    this.#forget(held);
    if (held.users === 0) void closeModel(held);
  }

  /**
   * Removes a model that is out of date: the next use opens it again. Callers that work with it may finish.
   */
  drop(model: T): void {
    const held = this.#all.find((each) => each.model === model);
    if (held !== undefined) this.#release(held);
  }

  async close(): Promise<void> {
    const all = this.#all;
    for (const held of all) this.#forget(held);
    await Promise.all(all.filter(({ users }) => users === 0).map(closeModel));
  }

  #forget(held: Held<T, P>): void {
    held.isForgotten = true;
    const others = this.#held.get(held.name)?.filter((each) => each !== held) ?? [];
    if (others.length > 0) this.#held.set(held.name, others);
    else this.#held.delete(held.name);
  }

  #evict(): void {
    let excess = this.bytes - this.#maxBytes;
    if (excess <= 0) return;
    const byUse = this.#all.sort((a, b) => a.used - b.used);
    for (const { model } of byUse) {
      if (excess <= 0) return;
      const before = model?.bytes ?? 0;
      model?.shrink(excess);
      excess -= before - (model?.bytes ?? 0);
    }
    for (const held of byUse.slice(0, -1)) {
      if (excess <= 0) return;
      if (held.users > 0 || held.model === null) continue;
      excess -= held.model.bytes;
      this.#release(held);
    }
  }
}

/** An error while a model closes is ignored, because no caller has the model any more. */
async function closeModel<T extends Evictable>(held: { opening: Promise<T> }): Promise<void> {
  const model = await held.opening.catch(() => null);
  await model?.close().catch(() => {});
}
