import { type Bitmap, hasBit, setBit, wordsFor } from "./bitmap.js";
import type { SegmentData } from "./columns.js";
import { type Derivation, type DerivationKind, inputOf, needsOf, type Of } from "./derivation.js";
import { DerivedCache, keyOf } from "./derived-cache.js";
import { DeadPositions } from "./dead-positions.js";
import { findId } from "./document-ids.js";
import type { IndexPlan } from "./index-plan.js";
import { bytesIn } from "./memory.js";
import type { TaskRunner } from "./task-pool.js";
import { sizeOf } from "./task-size.js";
import { runTask, type Tasks } from "./tasks.js";
import type { Tuning } from "./tuning.js";
import { type Counts, COUNT_ALL, type SortViews } from "./sort-views.js";

type Output = Tasks[DerivationKind]["output"];

/** The most results of text searches that are kept, and the most memory that they take. */
const MAX_MATCHES = 1024;
const MAX_MATCH_BYTES = 32 * 2 ** 20;

/**
 * Documents that never change, the set of those that have died, and the values derived from the documents.
 */
export class Segment {
  readonly plan: IndexPlan;
  readonly data: SegmentData;
  readonly dead: Bitmap;
  readonly tuning: Tuning;
  readonly #deadDocuments: number[] = [];
  /** Positions of dead documents, by the key of the order. */
  readonly #deadPositions = new Map<string, DeadPositions>();
  readonly #tasks: TaskRunner;
  readonly #ownBytes: number;
  readonly #derived = new DerivedCache<Derivation>();
  readonly #matches = new DerivedCache<Derivation>(MAX_MATCHES, MAX_MATCH_BYTES);
  readonly #pending = new Map<string, Promise<void>>();
  readonly #spare: Bitmap[] = [];

  constructor(plan: IndexPlan, data: SegmentData, tasks: TaskRunner, tuning: Tuning) {
    this.plan = plan;
    this.data = data;
    this.#tasks = tasks;
    this.tuning = tuning;
    this.dead = new Uint32Array(wordsFor(data.count));
    this.#ownBytes = bytesIn(data);
  }

  get count(): number {
    return this.data.count;
  }

  get alive(): number {
    return this.data.count - this.#deadDocuments.length;
  }

  /** Bytes of the columns, which are not computed from anything that the process has. */
  get ownBytes(): number {
    return this.#ownBytes;
  }

  get bytes(): number {
    const derived = this.#derived.bytes + this.#matches.bytes;
    return this.#ownBytes + derived + (1 + this.#spare.length) * this.dead.byteLength;
  }

  /** Marks a document as dead; returns false when it was not alive in this segment. */
  bury(id: string): boolean {
    const document = findId(this.data.ids, this.data.count, id);
    if (document < 0 || hasBit(this.dead, document)) return false;
    setBit(this.dead, document);
    this.#deadDocuments.push(document);
    return true;
  }

  /**
   * Returns a counter of the living documents along one of the orders; null while too many dead documents
   * must be located at once.
   */
  countsAlong(derivation: Of<"order">, order: Uint32Array, views: SortViews): Counts | null {
    if (this.#deadDocuments.length === 0) return COUNT_ALL;
    const key = keyOf(this, derivation);
    const positions = this.#deadPositions.get(key) ?? new DeadPositions();
    this.#deadPositions.set(key, positions);
    return positions.update(views, order, this.#deadDocuments) ? positions : null;
  }

  /** Returns a bitmap to write into, whose bits are undefined. */
  borrow(): Bitmap {
    return this.#spare.pop() ?? new Uint32Array(this.dead.length);
  }

  giveBack(bitmap: Bitmap): void {
    this.#spare.push(bitmap);
  }

  #cacheOf({ kind }: Derivation): DerivedCache<Derivation> {
    return kind === "match" || kind === "matchId" ? this.#matches : this.#derived;
  }

  /** Returns a derived value, which is computed now when that is fast; undefined when it must be prepared. */
  get<K extends DerivationKind>(derivation: Of<K>): Tasks[K]["output"] | undefined {
    const key = keyOf(this, derivation);
    const found = this.#cacheOf(derivation).get(key);
    if (found !== undefined) return found;
    const input = inputOf(this, derivation, (needed) => this.get(needed));
    if (input === undefined || !this.#tasks.isInline(derivation.kind, input)) return undefined;
    const value = runTask(derivation.kind, input);
    this.#keep(key, derivation, value, input);
    return value;
  }

  /** Computes a derived value, in the worker when that takes long. */
  async prepare(derivation: Derivation): Promise<void> {
    const key = keyOf(this, derivation);
    if (this.#cacheOf(derivation).has(key)) return;
    const pending = this.#pending.get(key) ?? this.#compute(key, derivation);
    this.#pending.set(key, pending);
    try {
      await pending;
    } finally {
      this.#pending.delete(key);
    }
  }

  async #compute(key: string, derivation: Derivation): Promise<void> {
    for (const needed of needsOf(derivation)) await this.prepare(needed);
    const input = inputOf(this, derivation, (needed) => this.get(needed));
    // An input that was freed in between is computed again by the next try.
    if (input === undefined) return;
    this.#keep(key, derivation, await this.#tasks.run(derivation.kind, input), input);
  }

  #keep(key: string, of: Derivation, value: Output, input: Tasks[DerivationKind]["input"]): void {
    const needs = needsOf(of).map((needed) => keyOf(this, needed));
    // A sought text may be long, and is retained in the key and in the derivation.
    const bytes = sizeOf(of.kind, value, input) + ("text" in of ? 4 * key.length : 0);
    this.#cacheOf(of).put(key, { of, value, bytes, needs });
  }

  /** Lists the derivations that more than one search can use; a merged segment derives the same. */
  derivations(): Derivation[] {
    return this.#derived.all;
  }

  /** Frees about so many bytes of derived values, those used longest ago first; returns the freed bytes. */
  shrink(bytes: number): number {
    this.#deadPositions.clear();
    const freed = this.#matches.shrink(bytes);
    return freed + this.#derived.shrink(bytes - freed);
  }
}
