/** Thrown when so much work of an owner waits already that more is refused. The caller may try again. */
export class IndexBusy extends Error {
  override readonly name = "IndexBusy";
}

/** How much work runs at once, how much of it is one owner's, and how much of an owner may wait. */
export interface TurnLimits {
  atOnce: number;
  ofOwner: number;
  waiting: number;
}

/**
 * Turns of owners, which are opaque keys. Whoever had a turn stands behind all others who wait, so that no owner
 * waits behind everything that another one has asked for.
 */
export class OwnersTurns {
  readonly #limits: TurnLimits;
  /** The work that waits, by owner, in the order of the owners' turns. */
  readonly #waiting = new Map<string, (() => void)[]>();
  readonly #running = new Map<string, number>();
  #all = 0;

  constructor(limits: TurnLimits) {
    this.#limits = limits;
  }

  /** Does the work in a turn of the owner, at once where one is free. Throws IndexBusy. */
  async run<T>(owner: string, work: () => Promise<T>): Promise<T> {
    if (this.#isFree(owner)) this.#take(owner);
    else await this.#wait(owner);
    try {
      return await work();
    } finally {
      this.#leave(owner);
    }
  }

  #isFree(owner: string): boolean {
    const { atOnce, ofOwner } = this.#limits;
    return this.#all < atOnce && (this.#running.get(owner) ?? 0) < ofOwner;
  }

  #take(owner: string): void {
    this.#all += 1;
    this.#running.set(owner, (this.#running.get(owner) ?? 0) + 1);
  }

  #wait(owner: string): Promise<void> {
    const own = this.#waiting.get(owner) ?? [];
    if (own.length >= this.#limits.waiting)
      throw new IndexBusy("Too many queries of this owner wait for their indexes.");
    this.#waiting.set(owner, own);
    return new Promise((go) => own.push(go));
  }

  #leave(owner: string): void {
    const left = (this.#running.get(owner) ?? 1) - 1;
    if (left === 0) this.#running.delete(owner);
    else this.#running.set(owner, left);
    this.#all -= 1;
    this.#putLast(owner);
    for (const [next, own] of this.#waiting) {
      if (!this.#isFree(next)) continue;
      this.#take(next);
      this.#putLast(next);
      own.shift()?.();
      if (own.length === 0) this.#waiting.delete(next);
      return;
    }
  }

  #putLast(owner: string): void {
    const own = this.#waiting.get(owner);
    if (own === undefined) return;
    this.#waiting.delete(owner);
    this.#waiting.set(owner, own);
  }
}
