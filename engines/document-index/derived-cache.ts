import type { Derivation, DerivationKind, DerivedFrom } from "./derivation.js";
import type { Tasks } from "./tasks.js";

/** Fields that are not localized read the same along every chain. */
const named = ({ plan }: DerivedFrom, name: string, chain: readonly string[]): string =>
  plan.fields.some((field) => field.name === name && field.locales !== null)
    ? `${name}@${chain.join()}`
    : name;

/** Returns the key under which the cache keeps a derivation's value. */
export function keyOf(from: DerivedFrom, derivation: Derivation): string {
  switch (derivation.kind) {
    case "order": {
      const { sort, chain } = derivation;
      return `order ${sort.map((key) => (key.isDescending ? "-" : "") + named(from, key.field, chain)).join(" ")}`;
    }
    case "matchId":
      return `matchId ${derivation.text}`;
    case "match":
      return `match ${named(from, derivation.field, derivation.chain)} ${derivation.text}`;
    default:
      return `${derivation.kind} ${named(from, derivation.field, derivation.chain)}`;
  }
}

/** A cached value that was computed from a segment. */
interface Derived<T> {
  /** The derivation that gave the value. */
  of: T;
  value: Tasks[DerivationKind]["output"];
  bytes: number;
  used: number;
  /** Keys of the values that this one was computed from. */
  needs: readonly string[];
}

/** Counter of uses, over all segments. */
let clock = 0;

/** Cache of the values derived from one segment, by key, and the memory that they take. */
export class DerivedCache<T> {
  readonly #maxBytes: number;
  readonly #maxCount: number;
  readonly #entries = new Map<string, Derived<T>>();
  #bytes = 0;

  /** Beyond these bounds the value that was used longest ago is removed. */
  constructor(maxCount = Number.POSITIVE_INFINITY, maxBytes = Number.POSITIVE_INFINITY) {
    this.#maxCount = maxCount;
    this.#maxBytes = maxBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get all(): T[] {
    return Array.from(this.#entries.values(), ({ of }) => of);
  }

  has(key: string): boolean {
    return this.#entries.has(key);
  }

  get(key: string): Derived<T>["value"] | undefined {
    const found = this.#entries.get(key);
    if (found === undefined) return undefined;
    found.used = ++clock;
    // The map is kept in the order of use.
    this.#entries.delete(key);
    this.#entries.set(key, found);
    return found.value;
  }

  put(key: string, derived: Omit<Derived<T>, "used">): void {
    this.#drop(key);
    this.#entries.set(key, { ...derived, used: ++clock });
    this.#bytes += derived.bytes;
    for (const [oldest] of this.#entries) {
      if (this.#entries.size <= this.#maxCount && this.#bytes <= this.#maxBytes) break;
      this.#drop(oldest);
    }
  }

  #drop(key: string): number {
    const bytes = this.#entries.get(key)?.bytes ?? 0;
    this.#entries.delete(key);
    this.#bytes -= bytes;
    return bytes;
  }

  /** Frees about so many bytes, the values used longest ago first; returns the freed bytes. */
  shrink(bytes: number): number {
    let freed = 0;
    for (const key of this.#byLastUse()) {
      if (freed >= bytes) break;
      freed += this.#drop(key);
    }
    return freed;
  }

  /** Lists the keys by last use. A use of a value counts as a use of the values that it was computed from. */
  #byLastUse(): string[] {
    const uses = [...this.#entries.values()].sort((a, b) => b.used - a.used);
    for (const { needs, used } of uses) {
      for (const key of needs) {
        const needed = this.#entries.get(key);
        if (needed !== undefined) needed.used = Math.max(needed.used, used + 1);
      }
    }
    return [...this.#entries].sort(([, a], [, b]) => a.used - b.used).map(([key]) => key);
  }
}
