/** Lets one owner at a time through; everybody else waits in order. */
export class WriteLock {
  #owner: object | null = null;
  #waiting: (() => void)[] = [];

  get owner(): object | null {
    return this.#owner;
  }

  async acquire(owner: object): Promise<void> {
    while (this.#owner !== null) await this.#turn();
    this.#owner = owner;
  }

  /** Resolves when nobody but `owner` holds the lock. */
  async idle(owner: object): Promise<void> {
    while (this.#owner !== null && this.#owner !== owner) await this.#turn();
  }

  release(owner: object): void {
    if (this.#owner !== owner) return;
    this.#owner = null;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const wake of waiting) wake();
  }

  #turn(): Promise<void> {
    return new Promise((wake) => this.#waiting.push(wake));
  }
}
