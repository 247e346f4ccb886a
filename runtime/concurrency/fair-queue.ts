import { currentCaller, currentNetwork } from "./current-call.js";

interface Entry<T> {
  value: T;
  next: Entry<T> | null;
}

/** A queue, first in, first out. Taking its first value costs the same whatever its length. */
class Queue<T> {
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

/** The queue of one caller. Anonymous callers are one caller together, and their networks take turns in its queue. */
class CallersQueue<T> {
  /** The queues by network, in the order of the networks' turns. */
  readonly #queues = new Map<string, Queue<T>>();

  get isEmpty(): boolean {
    return this.#queues.size === 0;
  }

  add(network: string, value: T): void {
    const queue = this.#queues.get(network) ?? new Queue<T>();
    this.#queues.set(network, queue);
    queue.add(value);
  }

  take(): T | null {
    for (const [network, queue] of this.#queues) {
      this.#queues.delete(network);
      const value = queue.take();
      if (!queue.isEmpty) this.#queues.set(network, queue);
      return value;
    }
    return null;
  }
}

/**
 * A queue in which callers take turns. Each caller has a first-in-first-out queue of its own, and the next turn
 * belongs to the caller who had none for the longest time, so nobody waits behind everything that another
 * caller has asked for. The process's own work, such as reading the credentials of all callers, has every
 * other turn, because everybody waits for it.
 */
export class FairQueue<T> {
  readonly #own = new Queue<T>();
  /** The callers who wait, in the order of their turns. */
  readonly #callers = new Map<string, CallersQueue<T>>();
  #wasOwn = false;
  /**
   * The number of waiting values. It is a plain property, because it is read before each turn and is mostly
   * 0.
   */
  size = 0;

  /** Adds a value to the queue of the current caller. */
  add(value: T): void {
    this.size += 1;
    const caller = currentCaller();
    if (caller === null) return this.#own.add(value);
    const queue = this.#callers.get(caller) ?? new CallersQueue<T>();
    this.#callers.set(caller, queue);
    queue.add(currentNetwork(), value);
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
    const queue = this.#callers.get(caller);
    this.#callers.delete(caller);
    const value = queue?.take() ?? null;
    if (queue !== undefined && !queue.isEmpty) this.#callers.set(caller, queue);
    return value;
  }
}
