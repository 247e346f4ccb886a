import { LRUCache } from "lru-cache";

interface Cached<T> {
  value: T;
  /** The revision that was known when the value was read: it says what was said then, or later. */
  revision: number;
}

/** Caches one version of each of many things within a budget of memory, and evicts the least recently used. */
export class VersionCache<T extends { version: number }> {
  readonly #cached: LRUCache<string, Cached<T>>;

  constructor(maxBytes: number, sizeOf: (value: T) => number) {
    this.#cached = new LRUCache({ maxSize: maxBytes, sizeCalculation: ({ value }) => sizeOf(value) });
  }

  get bytes(): number {
    return this.#cached.calculatedSize;
  }

  /** The value of a version. */
  ofVersion(key: string, version: number | undefined): T | undefined {
    const value = this.#cached.get(key)?.value;
    return value?.version === version ? value : undefined;
  }

  /** The value, if it is still the newest one; that is asked with the revision that was known when it was read. */
  newest(key: string, isNewest: (value: T, revision: number) => boolean): T | undefined {
    const cached = this.#cached.get(key);
    return cached !== undefined && isNewest(cached.value, cached.revision) ? cached.value : undefined;
  }

  /** Caches a value that was read when this revision was known. */
  keep(key: string, value: T, revision: number): T {
    this.#cached.set(key, { value, revision });
    return value;
  }
}
