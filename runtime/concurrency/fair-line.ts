import { currentCaller, currentNetwork } from "./current-call.js";

interface Entry<T> {
  value: T;
  next: Entry<T> | null;
}

/** First in, first out; to take the first one costs the same however long the line is. */
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
    // an old entry would keep all that came behind it until the next full collection (ADR-0105)
    entry.next = null;
    return entry.value;
  }
}

/** The line of a caller. Of strangers, who are one caller together, the networks take turns in it. */
class CallersLine<T> {
  /** By network, in the order of their turns. */
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
 * A line in which callers take turns: each has a line of its own, first in, first out, and the next turn is that of the
 * caller who had none for longest. So nobody waits behind all that somebody else has asked for. What the process asks for
 * of its own accord, such as the credentials of all who call, has every other turn: everybody waits for that.
 */
export class FairLine<T> {
  readonly #own = new Line<T>();
  /** Callers who wait, in the order of their turns. */
  readonly #callers = new Map<string, CallersLine<T>>();
  #wasOwn = false;
  /** How many wait. A plain number, for it is asked before each turn of whatever waits in lines, and mostly there is nobody. */
  size = 0;

  /** For whomever the caller of this works. */
  add(value: T): void {
    this.size += 1;
    const caller = currentCaller();
    if (caller === null) return this.#own.add(value);
    const line = this.#callers.get(caller) ?? new CallersLine<T>();
    this.#callers.set(caller, line);
    line.add(currentNetwork(), value);
  }

  /** Of the next whose turn may be now; null when nobody's may. */
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
