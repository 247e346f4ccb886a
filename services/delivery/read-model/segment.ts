import { type Bitmap, hasBit, setBit, wordsFor } from "./bitmap.js";
import type { SegmentData } from "./columns.js";
import { type Derivation, type DerivationKind, inputOf, keyOf, needsOf, type Of } from "./derivation.js";
import { findId } from "./document-ids.js";
import type { IndexPlan } from "./index-plan.js";
import { bytesIn } from "./memory.js";
import type { TaskPool } from "./task-pool.js";
import { runTask, type Tasks } from "./tasks.js";
import type { Tuning } from "./tuning.js";

interface Derived {
  derivation: Derivation;
  value: Tasks[DerivationKind]["output"];
  bytes: number;
  used: number;
}

/** Counts uses, over all segments. */
let clock = 0;

const isMatch = ({ kind }: Derivation): boolean => kind === "match" || kind === "matchId";

/** Found documents of so many searches are kept. */
const MAX_MATCHES = 64;

/** Documents that never change, which of them are dead by now, and what was computed from them. */
export class Segment {
  readonly plan: IndexPlan;
  readonly data: SegmentData;
  readonly dead: Bitmap;
  readonly tuning: Tuning;
  #deadCount = 0;
  readonly #pool: TaskPool;
  readonly #ownBytes: number;
  /** What something is derived from was put in before it. */
  readonly #derived = new Map<string, Derived>();
  readonly #pending = new Map<string, Promise<void>>();
  #derivedBytes = 0;
  readonly #spare: Bitmap[] = [];

  constructor(plan: IndexPlan, data: SegmentData, pool: TaskPool, tuning: Tuning) {
    this.plan = plan;
    this.data = data;
    this.#pool = pool;
    this.tuning = tuning;
    this.dead = new Uint32Array(wordsFor(data.count));
    this.#ownBytes = bytesIn(data);
  }

  get count(): number {
    return this.data.count;
  }

  get alive(): number {
    return this.data.count - this.#deadCount;
  }

  get bytes(): number {
    return this.#ownBytes + this.#derivedBytes + (1 + this.#spare.length) * this.dead.byteLength;
  }

  /** The document is not of this segment any more; false when it was not before. */
  bury(id: string): boolean {
    const document = findId(this.data.ids, this.data.count, id);
    if (document < 0 || hasBit(this.dead, document)) return false;
    setBit(this.dead, document);
    this.#deadCount++;
    return true;
  }

  /** A bitmap to write into; its bits are anything. */
  borrow(): Bitmap {
    return this.#spare.pop() ?? new Uint32Array(this.dead.length);
  }

  giveBack(bitmap: Bitmap): void {
    this.#spare.push(bitmap);
  }

  /** What was derived, computed now when that takes no time; undefined when it has to be prepared. */
  get<K extends DerivationKind>(derivation: Of<K>): Tasks[K]["output"] | undefined {
    const key = keyOf(this, derivation);
    const found = this.#derived.get(key);
    if (found !== undefined) {
      found.used = ++clock;
      return found.value;
    }
    if (!this.#pool.isInline(derivation.kind, this.count)) return undefined;
    const input = inputOf(this, derivation, (needed) => this.get(needed));
    if (input === undefined) return undefined;
    const value = runTask(derivation.kind, input);
    this.#keep(key, derivation, value, input);
    return value;
  }

  /** Computes it, in the worker when it takes long. */
  async prepare(derivation: Derivation): Promise<void> {
    const key = keyOf(this, derivation);
    if (this.#derived.has(key)) return;
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
    // Freed in between: the next try computes it again.
    if (input === undefined) return;
    this.#keep(key, derivation, await this.#pool.run(derivation.kind, input), input);
  }

  #keep(key: string, derivation: Derivation, value: Derived["value"], input: object): void {
    const bytes = bytesIn(value, input);
    this.#derived.set(key, { derivation, value, bytes, used: ++clock });
    this.#derivedBytes += bytes;
    if (isMatch(derivation)) this.#dropOldMatches();
  }

  #dropOldMatches(): void {
    const matches = [...this.#derived].filter(([, { derivation }]) => isMatch(derivation));
    if (matches.length <= MAX_MATCHES) return;
    const [oldest] = matches.sort(([, a], [, b]) => a.used - b.used);
    if (oldest !== undefined) this.#drop(oldest[0]);
  }

  #drop(key: string): number {
    const bytes = this.#derived.get(key)?.bytes ?? 0;
    this.#derivedBytes -= bytes;
    this.#derived.delete(key);
    return bytes;
  }

  /** What was derived from these documents and would be from others that take their place. */
  derivations(): Derivation[] {
    return [...this.#derived.values()]
      .map(({ derivation }) => derivation)
      .filter((derivation) => !isMatch(derivation));
  }

  /** Frees about so many bytes of what was derived, what was used longest ago first; gives how many it were. */
  shrink(bytes: number): number {
    let freed = 0;
    for (const key of this.#byLastUse()) {
      if (freed >= bytes) break;
      freed += this.#drop(key);
    }
    return freed;
  }

  /** What is derived from something uses it: that is not older, and goes later. */
  #byLastUse(): string[] {
    const entries = [...this.#derived].toReversed();
    for (const [, { derivation, used }] of entries) {
      for (const needed of needsOf(derivation)) {
        const found = this.#derived.get(keyOf(this, needed));
        if (found !== undefined) found.used = Math.max(found.used, used);
      }
    }
    return entries.sort(([, a], [, b]) => a.used - b.used).map(([key]) => key);
  }
}
