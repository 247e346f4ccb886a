/** An event that wakes its one waiter, even if it was set before the wait began. */
export class AutoResetEvent {
  #isSet = false;
  #wake: (() => void) | null = null;

  set(): void {
    this.#isSet = true;
    this.#wake?.();
  }

  /** Returns true if the event was set since the last call, and resets it. */
  takeSignal(): boolean {
    const wasSet = this.#isSet;
    this.#isSet = false;
    return wasSet;
  }

  /** Resolves when the event is set, or after `ms` milliseconds, and leaves the event set. */
  async wait(ms: number): Promise<void> {
    if (this.#isSet) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, Math.max(0, ms));
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#wake = null;
  }
}
