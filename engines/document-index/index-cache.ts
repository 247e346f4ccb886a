import { OwnersTurns, type TurnLimits } from "./owners-turns.js";

/**
 * Thrown when a caller's turn to open its plan did not come, because indexes of other plans with the same name
 * were opened first each time. The caller may try again.
 */
export class IndexContended extends Error {
  override readonly name = "IndexContended";
}

/** An index in memory that can free memory on request. */
export interface Evictable {
  readonly bytes: number;
  shrink(bytes: number): void;
  close(): Promise<void>;
}

/** The index that a caller wants. */
export interface Wanted<T, P> {
  /** The name of the index. Of several indexes with the same name, the one with the newest plan stays. */
  name: string;
  plan: P;
  /** Key of whoever the index belongs to: owners take turns to open theirs. */
  owner: string;
  /** Age of the plan: a newer plan has a higher revision. */
  revision: number;
  /** Tells whether an index of another plan gives the same answers. It is not called for the same plan. */
  fits(plan: P): boolean;
  open(): Promise<T>;
}

interface Entry<T, P> {
  name: string;
  plan: P;
  revision: number;
  opening: Promise<T>;
  /** The opened index; null while it opens. */
  index: T | null;
  /** Its bytes after its last use. */
  bytes: number;
  users: number;
  used: number;
  /** Set when the index is to be closed once its last user is done. */
  isForgotten: boolean;
}

/** Number of uses after which the memory is counted again; earlier where it has grown by the budget meanwhile. */
const COUNT_EVERY = 64;
/** Number of times that a caller waits for indexes of other plans. */
const MAX_WAITS = 20;
/** An index takes several times the bytes of its texts while it is built. */
const BUILDS: TurnLimits = { atOnce: 2, ofOwner: 1, waiting: 100 };

/**
 * The document indexes of a process, opened on first use, within a common budget of memory. Beyond the
 * budget, values that can be computed again are freed first, then whole indexes, in both cases those used
 * longest ago. The budget may be exceeded: an index in use stays, and so does the last index.
 */
export class IndexCache<T extends Evictable, P = string> {
  /** The turns in which indexes are built, whenever that is. */
  readonly builds = new OwnersTurns(BUILDS);
  readonly #maxBytes: number;
  readonly #entries = new Map<string, Entry<T, P>[]>();
  #clock = 0;
  /** Bytes by which indexes have grown since the memory was counted. */
  #grown = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get #all(): Entry<T, P>[] {
    return [...this.#entries.values()].flat();
  }

  get bytes(): number {
    return this.#all.reduce((sum, { index }) => sum + (index?.bytes ?? 0), 0);
  }

  get count(): number {
    return this.#all.length;
  }

  /**
   * Calls `work` with an index that fits, which stays open meanwhile. Throws what opening and working throw,
   * IndexBusy where many indexes of the owner wait to be opened, and IndexContended for a caller who would wait
   * for ever, since one index of a name is opened at a time.
   */
  async use<R>(wanted: Wanted<T, P>, work: (index: T) => Promise<R>): Promise<R> {
    for (let waits = 0; ; waits++) {
      const entry = this.#find(wanted);
      const opening = entry ?? this.#entries.get(wanted.name)?.find(({ index }) => index === null);
      if (entry === undefined && opening !== undefined) {
        if (waits === MAX_WAITS) throw new IndexContended("The plan of the index changes all the time.");
        await opening.opening.catch(() => {});
        continue;
      }
      return this.#work(entry ?? this.#open(wanted), work);
    }
  }

  /** Finds an index that fits: an open one before one that is opening, and among equals the newest. */
  #find({ name, plan: wanted, fits }: Wanted<T, P>): Entry<T, P> | undefined {
    const fitting = this.#entries.get(name)?.filter(({ plan }) => plan === wanted || fits(plan));
    return fitting?.findLast(({ index }) => index !== null) ?? fitting?.at(-1);
  }

  async #work<R>(entry: Entry<T, P>, work: (index: T) => Promise<R>): Promise<R> {
    entry.used = ++this.#clock;
    entry.users++;
    try {
      return await work(await entry.opening);
    } finally {
      entry.users--;
      if (entry.isForgotten && entry.users === 0) void closeIndex(entry);
      this.#countGrowth(entry);
      if (this.#clock % COUNT_EVERY === 0 || this.#grown > this.#maxBytes) this.#evict();
    }
  }

  #countGrowth(entry: Entry<T, P>): void {
    const bytes = entry.index?.bytes ?? 0;
    this.#grown += Math.max(0, bytes - entry.bytes);
    entry.bytes = bytes;
  }

  #open({ name, plan, owner, revision, open }: Wanted<T, P>): Entry<T, P> {
    const opening = this.builds.run(owner, open);
    const entry = {
      name,
      plan,
      revision,
      opening,
      index: null,
      bytes: 0,
      users: 0,
      used: 0,
      isForgotten: false,
    };
    this.#insert(entry);
    opening.then(
      (index) => this.#opened(entry, index),
      () => this.#forget(entry),
    );
    return entry;
  }

  #insert(entry: Entry<T, P>): void {
    const others = this.#entries.get(entry.name) ?? [];
    this.#entries.set(
      entry.name,
      [...others, entry].toSorted((a, b) => a.revision - b.revision),
    );
  }

  /** Keeps only the newest index of a name; callers that work with another one may finish. */
  #opened(entry: Entry<T, P>, index: T): void {
    entry.index = index;
    const open = this.#entries.get(entry.name)?.filter((each) => each.index !== null) ?? [];
    for (const older of open.slice(0, -1)) this.#release(older);
    this.#evict();
  }

  /** Removes the index from the cache, and closes it when no caller uses it. */
  #release(entry: Entry<T, P>): void {
    this.#forget(entry);
    if (entry.users === 0) void closeIndex(entry);
  }

  /**
   * Removes an index that is out of date: the next use opens it again. Callers that work with it may finish.
   */
  drop(index: T): void {
    const entry = this.#all.find((each) => each.index === index);
    if (entry !== undefined) this.#release(entry);
  }

  async close(): Promise<void> {
    const all = this.#all;
    for (const entry of all) this.#forget(entry);
    await Promise.all(all.filter(({ users }) => users === 0).map(closeIndex));
  }

  #forget(entry: Entry<T, P>): void {
    entry.isForgotten = true;
    const others = this.#entries.get(entry.name)?.filter((each) => each !== entry) ?? [];
    if (others.length > 0) this.#entries.set(entry.name, others);
    else this.#entries.delete(entry.name);
  }

  #evict(): void {
    this.#grown = 0;
    let excess = this.bytes - this.#maxBytes;
    if (excess <= 0) return;
    const byUse = this.#all.sort((a, b) => a.used - b.used);
    for (const entry of byUse) {
      if (excess <= 0) return;
      const before = entry.index?.bytes ?? 0;
      entry.index?.shrink(excess);
      entry.bytes = entry.index?.bytes ?? 0;
      excess -= before - entry.bytes;
    }
    for (const entry of byUse.slice(0, -1)) {
      if (excess <= 0) return;
      if (entry.users > 0 || entry.index === null) continue;
      excess -= entry.index.bytes;
      this.#release(entry);
    }
  }
}

/** An error while an index closes is ignored, because no caller has the index any more. */
async function closeIndex<T extends Evictable>(entry: { opening: Promise<T> }): Promise<void> {
  const index = await entry.opening.catch(() => null);
  await index?.close().catch(() => {});
}
