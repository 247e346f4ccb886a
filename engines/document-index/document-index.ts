import { comparedFields } from "./condition.js";
import type { IndexPlan } from "./index-plan.js";
import { buildIndex } from "./loading/build-index.js";
import { loadOverflow } from "./loading/load-overflow.js";
import { bytesIn } from "./memory.js";
import { MemoryIndex } from "./memory-index.js";
import type { OverflowIndex } from "./overflow/overflow-index.js";
import type { OwnersTurns } from "./owners-turns.js";
import type { DocumentChange, IndexPage, IndexQuery, QueryableIndex, RowSource } from "./interface.js";
import type { TaskPool } from "./task-pool.js";

export interface DocumentIndexOptions {
  plan: IndexPlan;
  source: RowSource;
  /**
   * The most bytes that the columns may take. Texts that do not fit go to a file, and so does a type whose
   * other columns do not fit.
   */
  maxBytes: number;
  /** Folder in which such files are made. */
  folder: string;
  pool: TaskPool;
  /** Key of whoever the documents belong to: owners take turns in the pool, and in builds. */
  owner: string;
  /** The turns in which an index is built again, with its long texts. */
  builds: OwnersTurns;
}

/** Thrown when changes have taken an index beyond its memory: it is to be closed and opened anew. */
export class IndexOutgrown extends Error {
  override readonly name = "IndexOutgrown";
}

/** Part of its bytes that an index may take more after changes, so that not each of them opens it anew. */
const GROWTH = 1 / 8;

/** Measured bytes of an index beside its columns, which add up for thousands of small types. */
const OBJECTS = { index: 2000, field: 800 };

/** Reads all documents of a type, and answers queries over them. Throws what the source throws. */
export async function openDocumentIndex(options: DocumentIndexOptions): Promise<DocumentIndex> {
  return new DocumentIndex(await readIntoMemory(options, false), options);
}

/** The index in memory, and the fields whose long texts were left out of it although they would fit. */
interface InMemory {
  index: MemoryIndex;
  aside: ReadonlySet<string>;
  /** Bytes from which the index is to be opened anew. */
  mostBytes: number;
}

async function readIntoMemory(
  { plan, source, maxBytes, pool, owner }: DocumentIndexOptions,
  hasLongTexts: boolean,
): Promise<InMemory | null> {
  const built = await buildIndex(plan, source, { maxBytes, hasLongTexts });
  if (built === null) return null;
  const index = new MemoryIndex(built.plan, built.data, pool.of(owner));
  const mostBytes = Math.max(maxBytes, index.ownBytes) * (1 + GROWTH);
  return { index, aside: new Set(built.aside), mostBytes };
}

/**
 * The documents of a type. Whatever fits is in memory; long texts follow with the first query that compares
 * them. Queries that need more use a file, which is made for the first of them.
 */
export class DocumentIndex implements QueryableIndex {
  #memory: InMemory | null;
  readonly #options: DocumentIndexOptions;
  #overflow: OverflowIndex | null = null;
  #loading: Promise<OverflowIndex> | null = null;
  #fetching: Promise<void> | null = null;
  /** Changes that arrived while the file was loaded or while long texts were fetched. */
  #missed: DocumentChange[] = [];
  #unfetched: DocumentChange[] = [];
  /** Bytes of the changes that came while the indexes are loaded. */
  #waitingBytes = 0;
  #isClosed = false;

  constructor(memory: InMemory | null, options: DocumentIndexOptions) {
    this.#memory = memory;
    this.#options = options;
  }

  /** Tells whether every possible query is answered from memory. */
  get isWhole(): boolean {
    return this.#memory !== null && this.#memory.index.plan.fields.every(isWhole);
  }

  get bytes(): number {
    const objects = OBJECTS.index + OBJECTS.field * this.#options.plan.fields.length;
    return objects + (this.#memory?.index.bytes ?? 0) + (this.#overflow?.bytes ?? 0);
  }

  async query(query: IndexQuery): Promise<IndexPage> {
    for (;;) {
      if (this.#memory === null) break;
      const { index, aside } = this.#memory;
      const lacking = lackingFields(index.plan, query);
      if (lacking.length === 0) return index.query(query);
      if (!lacking.every((field) => aside.has(field))) break;
      await this.#fetchLongTexts();
    }
    const overflow = await this.#open();
    try {
      return await overflow.query(query);
    } catch (error) {
      await this.#drop(overflow);
      throw error;
    }
  }

  async apply(changes: readonly DocumentChange[]): Promise<void> {
    if (this.#loading !== null) this.#missed.push(...changes);
    if (this.#fetching !== null) this.#unfetched.push(...changes);
    const isLoading = this.#loading !== null || this.#fetching !== null;
    this.#waitingBytes = isLoading ? this.#waitingBytes + bytesIn(changes) : 0;
    await Promise.all([this.#memory?.index.apply(changes), this.#applyToOverflow(changes)]);
    this.#requireRoom();
  }

  /** Throws IndexOutgrown. */
  #requireRoom(): void {
    const { index, mostBytes } = this.#memory ?? { index: null, mostBytes: this.#options.maxBytes };
    if ((index?.ownBytes ?? 0) + this.#waitingBytes <= mostBytes) return;
    throw new IndexOutgrown("The documents have outgrown the memory of their index.");
  }

  /**
   * Loads an index with the long texts once for all queries that wait, and replaces the index without them.
   */
  #fetchLongTexts(): Promise<void> {
    if (this.#isClosed) throw new Error("The document index was closed.");
    const { builds, owner } = this.#options;
    this.#fetching ??= builds
      .run(owner, () => this.#readAgain())
      .finally(() => {
        this.#fetching = null;
        this.#unfetched = [];
      });
    return this.#fetching;
  }

  async #readAgain(): Promise<void> {
    if (this.#isClosed) throw new Error("The document index was closed.");
    const memory = await readIntoMemory(this.#options, true);
    if (memory === null) {
      // The type has grown beyond the memory, so only a file can have the long texts.
      if (this.#memory !== null) this.#memory = { ...this.#memory, aside: new Set() };
      return;
    }
    while (this.#unfetched.length > 0) await memory.index.apply(this.#unfetched.splice(0));
    // A query that still uses the replaced index gets its answer, because that index is released but not
    // closed.
    this.#memory = memory;
  }

  /**
   * Applies changes to the file. A file that fails to follow is dropped, so that it does not keep the memory
   * from following.
   */
  async #applyToOverflow(changes: readonly DocumentChange[]): Promise<void> {
    const overflow = this.#overflow;
    await overflow?.apply(changes).catch(() => this.#drop(overflow));
  }

  /**
   * Drops a file whose worker may have ended or whose disk may be full; the next query that needs a file
   * loads it again.
   */
  async #drop(overflow: OverflowIndex): Promise<void> {
    if (this.#overflow === overflow) this.#overflow = null;
    await overflow.close().catch(() => {});
  }

  shrink(bytes: number): void {
    this.#memory?.index.shrink(bytes);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.allSettled([this.#loading, this.#fetching]);
    const overflow = this.#overflow;
    this.#overflow = null;
    await Promise.all([this.#memory?.index.close(), overflow?.close()]);
  }

  async #open(): Promise<OverflowIndex> {
    if (this.#isClosed) throw new Error("The document index was closed.");
    if (this.#overflow !== null) return this.#overflow;
    this.#loading ??= this.#load().finally(() => {
      this.#loading = null;
      this.#missed = [];
    });
    return this.#loading;
  }

  async #load(): Promise<OverflowIndex> {
    const { plan, source, folder } = this.#options;
    const overflow = await loadOverflow(plan, source, folder);
    try {
      while (this.#missed.length > 0) await overflow.apply(this.#missed.splice(0));
    } catch (error) {
      await overflow.close().catch(() => {});
      throw error;
    }
    this.#overflow = overflow;
    return overflow;
  }
}

const isWhole = ({ kind, isPresenceOnly }: IndexPlan["fields"][number]): boolean =>
  kind === "other" || !isPresenceOnly;

/** Lists the fields that a query compares although the memory holds only their presence. */
function lackingFields({ fields }: IndexPlan, { where, sort }: IndexQuery): string[] {
  const compared = new Set([...comparedFields(where), ...sort.map(({ field }) => field)]);
  return fields.flatMap((field) => (isWhole(field) || !compared.has(field.name) ? [] : [field.name]));
}
