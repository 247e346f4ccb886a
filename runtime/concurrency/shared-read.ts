import DataLoader from "dataloader";
import { asProcess, onBehalfOf } from "./current-call.js";
import { reasonOf } from "../errors/reason-of.js";

export interface SharedReadOptions {
  /** The number of keys of one read. */
  maxKeys?: number;
  /**
   * True if a read waits for the end of the one before it. Otherwise callers share a read if they ask at the
   * same moment, with only promises settled already in between.
   */
  oneAtATime?: boolean;
  /** The caller as whom these reads take their turns; by default the process itself. */
  caller?: string;
}

/**
 * A read by key that waiting callers share (rules/identity 24; rules/delivery 6): a read that started after a
 * call answers that call, and nothing is kept afterwards. A key whose value is an Error rejects only for
 * those who asked for it. DataLoader collects the keys; this class decides when to read.
 */
export class SharedRead<V> {
  readonly #loader: DataLoader<string, V | null>;
  readonly #caller: string | undefined;
  #isBusy = false;
  /** Begins the read that follows the current one. */
  #beginNext: (() => void) | null = null;

  constructor(
    read: (keys: readonly string[]) => Promise<ReadonlyMap<string, V | Error>>,
    { maxKeys = 256, oneAtATime = true, caller }: SharedReadOptions = {},
  ) {
    this.#caller = caller;
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

  /** Returns the value of the key, or null. Rejects if the read fails or gives an Error for the key. */
  load(key: string): Promise<V | null> {
    return this.#loader.load(key);
  }

  #schedule(begin: () => void): void {
    if (this.#isBusy) {
      this.#beginNext = begin;
      return;
    }
    this.#isBusy = true;
    // Calls that arrive in the same turn of the event loop, over whatever connection, share one read, which
    // runs on behalf of nobody.
    asProcess(() => this.#asCaller(() => setImmediate(begin)));
  }

  #asCaller(work: () => void): void {
    if (this.#caller === undefined) work();
    else onBehalfOf(this.#caller, work);
  }

  #end(): void {
    const begin = this.#beginNext;
    this.#beginNext = null;
    if (begin === null) this.#isBusy = false;
    else begin();
  }
}

/**
 * Reads the keys in parts, one after the other, because a statement takes a limited number of keys. The keys
 * of a part that fails receive its error.
 */
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
