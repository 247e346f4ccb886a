import { currentCaller, currentNetwork } from "./current-call.js";

interface Entry<T> {
  value: T;
  next: Entry<T> | null;
}

/** A queue, first in, first out. Taking its first value costs the same whatever its length. */
class Line<T> {
  #first: Entry<T> | null = null;
  #last: Entry<T> | null = null;

  get isEmpty(): boolean {
    return this.#first === null;
  }

  add(value: T): void {
    const entry: Entry<T> = { value, next: null };
    if (this.#last === null) this.#first = entry;
    else this.#last.next = entry;
    this.#last = entry;
  }

  take(): T | null {
    const entry = this.#first;
    if (entry === null) return null;
    this.#first = entry.next;
    if (entry.next === null) this.#last = null;
    // A reference from an old entry would keep all later entries in memory until the next full collection
    // (ADR-0105).
    entry.next = null;
    return entry.value;
  }
}

/** The line of one caller. Strangers are one caller together, and their networks take turns in its line. */
class CallersLine<T> {
  /** The lines by network, in the order of the networks' turns. */
  readonly #lines = new Map<string, Line<T>>();

  get isEmpty(): boolean {
    return this.#lines.size === 0;
  }

  add(network: string, value: T): void {
    const line = this.#lines.get(network) ?? new Line<T>();
    this.#lines.set(network, line);
    line.add(value);
  }

  take(): T | null {
    for (const [network, line] of this.#lines) {
      this.#lines.delete(network);
      const value = line.take();
      if (!line.isEmpty) this.#lines.set(network, line);
      return value;
    }
    return null;
  }
}

/**
 * A line in which callers take turns. Each caller has a first-in-first-out line of its own, and the next turn
 * belongs to the caller who had none for the longest time, so nobody waits behind everything that another
 * caller has asked for. The process's own work, such as reading the credentials of all callers, has every
 * other turn, because everybody waits for it.
 */
export class FairLine<T> {
  readonly #own = new Line<T>();
  /** The callers who wait, in the order of their turns. */
  readonly #callers = new Map<string, CallersLine<T>>();
  #wasOwn = false;
  /**
   * The number of waiting values. It is a plain property, because it is read before each turn and is mostly
   * 0.
   */
  size = 0;

  /** Adds a value to the line of the current caller. */
  add(value: T): void {
    this.size += 1;
    const caller = currentCaller();
    if (caller === null) return this.#own.add(value);
    const line = this.#callers.get(caller) ?? new CallersLine<T>();
    this.#callers.set(caller, line);
    line.add(currentNetwork(), value);
  }

  /** Removes and returns the next value whose caller may have a turn now; null if there is none. */
  take(mayBeNow: (caller: string | null) => boolean = () => true): T | null {
    const own = this.#own.isEmpty || !mayBeNow(null) ? null : this.#own;
    const caller = this.#wasOwn || own === null ? this.#nextCaller(mayBeNow) : null;
    this.#wasOwn = caller === null;
    if (caller === null && own === null) return null;
    this.size -= 1;
    return caller === null ? (own?.take() ?? null) : this.#takeOf(caller);
  }

  #nextCaller(mayBeNow: (caller: string) => boolean): string | null {
    for (const caller of this.#callers.keys()) if (mayBeNow(caller)) return caller;
    return null;
  }

  #takeOf(caller: string): T | null {
    const line = this.#callers.get(caller);
    this.#callers.delete(caller);
    const value = line?.take() ?? null;
    if (line !== undefined && !line.isEmpty) this.#callers.set(caller, line);
    return value;
  }
}
