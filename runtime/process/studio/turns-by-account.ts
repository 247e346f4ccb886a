/** The number of accounts whose latest turns are remembered. */
const KNOWN_ACCOUNTS = 1000;

/**
 * The queue of waiting works. The next turn belongs to the account whose last turn is the longest ago, however
 * many works each account has waiting.
 */
export class TurnsByAccount<T extends { readonly account: string }> {
  readonly #waiting = new Map<string, T[]>();
  /** The accounts that had a turn; the latest one is last. */
  readonly #served = new Set<string>();

  add(work: T): void {
    const own = this.#waiting.get(work.account);
    if (own === undefined) this.#waiting.set(work.account, [work]);
    else own.push(work);
  }

  /** Removes and returns the next work that may begin; null if none may. */
  take(mayBegin: (work: T) => boolean): T | null {
    const order = [...this.#served];
    const accounts = [...this.#waiting.keys()].toSorted((a, b) => order.indexOf(a) - order.indexOf(b));
    for (const account of accounts) {
      const [first] = this.#waiting.get(account) ?? [];
      if (first === undefined || !mayBegin(first)) continue;
      this.remove(first);
      this.#serve(account);
      return first;
    }
    return null;
  }

  remove(work: T): void {
    const left = this.#waiting.get(work.account)?.filter((each) => each !== work);
    if (left === undefined || left.length === 0) this.#waiting.delete(work.account);
    else this.#waiting.set(work.account, left);
  }

  #serve(account: string): void {
    this.#served.delete(account);
    this.#served.add(account);
    if (this.#served.size > KNOWN_ACCOUNTS) this.#served.delete(this.#served.values().next().value as string);
  }
}
