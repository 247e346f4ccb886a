import DataLoader from "dataloader";
import { asProcess, onBehalfOf } from "./current-call.js";
import { reasonOf } from "../errors/reason-of.js";

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
 * A read by key that callers who already wait share (rules/identity 24; rules/delivery 6): every call is covered by a read
 * that started after the call, and nothing is kept afterwards. A key whose value is an Error rejects for those who asked for it, and for nobody else. DataLoader collects the keys; this class says when it reads.
 */
export class SharedRead<V> {
  readonly #loader: DataLoader<string, V | null>;
  readonly #line: string | undefined;
  #isBusy = false;
  /** Begins the read that follows the one under way. */
  #beginNext: (() => void) | null = null;

  constructor(
    read: (keys: readonly string[]) => Promise<ReadonlyMap<string, V | Error>>,
    { maxKeys = 256, oneAtATime = true, line }: SharedReadOptions = {},
  ) {
    this.#line = line;
    this.#loader = new DataLoader(
      async (keys) => {
        try {
          const found = await readInParts(read, [...new Set(keys)], maxKeys);
          return keys.map((key) => found.get(key) ?? null);
        } finally {
          this.#end();
        }
      },
      { cache: false, batchScheduleFn: oneAtATime ? (begin) => this.#schedule(begin) : queueMicrotask },
    );
  }

  /** The value under the key, or null. Rejects when the read fails, or gives an Error for the key. */
  load(key: string): Promise<V | null> {
    return this.#loader.load(key);
  }

  #schedule(begin: () => void): void {
    if (this.#isBusy) {
      this.#beginNext = begin;
      return;
    }
    this.#isBusy = true;
    // what arrives in the same turn of the event loop, over whatever connection, shares one read, which is nobody's own
    asProcess(() => this.#inLine(() => setImmediate(begin)));
  }

  #inLine(work: () => void): void {
    if (this.#line === undefined) work();
    else onBehalfOf(this.#line, work);
  }

  #end(): void {
    const begin = this.#beginNext;
    this.#beginNext = null;
    if (begin === null) this.#isBusy = false;
    else begin();
  }
}

/** One part after the other: a statement takes a bounded number of keys. The keys of a part that fails have its error. */
async function readInParts<V>(
  read: (keys: readonly string[]) => Promise<ReadonlyMap<string, V | Error>>,
  keys: readonly string[],
  maxKeys: number,
): Promise<ReadonlyMap<string, V | Error>> {
  if (keys.length <= maxKeys) return read(keys);
  const found = new Map<string, V | Error>();
  for (let at = 0; at < keys.length; at += maxKeys) {
    const part = keys.slice(at, at + maxKeys);
    try {
      for (const [key, value] of await read(part)) found.set(key, value);
    } catch (error) {
      for (const key of part) found.set(key, error instanceof Error ? error : new Error(reasonOf(error)));
    }
  }
  return found;
}
