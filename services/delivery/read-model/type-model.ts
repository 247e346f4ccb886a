import { comparedFields } from "../query/condition.js";
import type { IndexPlan } from "./index-plan.js";
import { buildIndex } from "./loading/build-index.js";
import { loadOverflow } from "./loading/load-overflow.js";
import { MemoryIndex } from "./memory-index.js";
import type { OverflowIndex } from "./overflow/overflow-index.js";
import type { DocumentChange, IndexPage, IndexQuery, QueryEngine, RowSource } from "./query-engine.js";
import type { TaskPool } from "./task-pool.js";

export interface TypeModelOptions {
  plan: IndexPlan;
  source: RowSource;
  /** What its columns may take; texts that do not fit go to a file, and so does a type that does not. */
  maxBytes: number;
  /** Where such files are made. */
  folder: string;
  pool: TaskPool;
}

/** What a model takes beside its columns, by measurement: thousands of small types are a lot of memory, too. */
const OBJECTS = { model: 2000, field: 800 };

/** Reads all documents of a type, and answers queries over them. Throws what the source throws. */
export async function openTypeModel(options: TypeModelOptions): Promise<TypeModel> {
  const built = await buildIndex(options.plan, options.source, options.maxBytes);
  const memory = built && new MemoryIndex(built.plan, built.data, options.pool);
  return new TypeModel(memory, options);
}

/**
 * The documents of a type: in memory what fits there, and for queries that ask for more a file, which is made when
 * the first of them comes.
 */
export class TypeModel implements QueryEngine {
  readonly #memory: MemoryIndex | null;
  readonly #options: TypeModelOptions;
  #overflow: OverflowIndex | null = null;
  #loading: Promise<OverflowIndex> | null = null;
  /** Changes that came while the file was loaded. */
  #missed: DocumentChange[] = [];
  #isClosed = false;

  constructor(memory: MemoryIndex | null, options: TypeModelOptions) {
    this.#memory = memory;
    this.#options = options;
  }

  /** Whether all that can be asked is answered from memory. */
  get isWhole(): boolean {
    return this.#memory !== null && this.#memory.plan.fields.every(isWhole);
  }

  get bytes(): number {
    const objects = OBJECTS.model + OBJECTS.field * this.#options.plan.fields.length;
    return objects + (this.#memory?.bytes ?? 0) + (this.#overflow?.bytes ?? 0);
  }

  async query(query: IndexQuery): Promise<IndexPage> {
    if (this.#memory !== null && holdsAll(this.#memory.plan, query)) return this.#memory.query(query);
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
    await Promise.all([this.#memory?.apply(changes), this.#applyToOverflow(changes)]);
  }

  /** A file that cannot follow must not keep the memory from it: it goes. */
  async #applyToOverflow(changes: readonly DocumentChange[]): Promise<void> {
    const overflow = this.#overflow;
    await overflow?.apply(changes).catch(() => this.#drop(overflow));
  }

  /** Its worker may be gone, or its disk full: the next query that needs it reads all anew. */
  async #drop(overflow: OverflowIndex): Promise<void> {
    if (this.#overflow === overflow) this.#overflow = null;
    await overflow.close().catch(() => {});
  }

  shrink(bytes: number): void {
    this.#memory?.shrink(bytes);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#loading?.catch(() => {});
    const overflow = this.#overflow;
    this.#overflow = null;
    await Promise.all([this.#memory?.close(), overflow?.close()]);
  }

  async #open(): Promise<OverflowIndex> {
    if (this.#isClosed) throw new Error("The read model was closed.");
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

/** Whether the memory has the values that a query compares, and not only whether they are there. */
function holdsAll({ fields }: IndexPlan, { where, sort }: IndexQuery): boolean {
  const compared = new Set([...comparedFields(where), ...sort.map(({ field }) => field)]);
  return fields.every((field) => isWhole(field) || !compared.has(field.name));
}
