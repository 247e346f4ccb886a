/** Wakes the one who waits for it, also when it was set before the wait. */
export class AutoResetEvent {
  #isSet = false;
  #wake: (() => void) | null = null;

  set(): void {
    this.#isSet = true;
    this.#wake?.();
  }

  /** Whether it was set since it was last asked; it is not set any more then. */
  takeSignal(): boolean {
    const wasSet = this.#isSet;
    this.#isSet = false;
    return wasSet;
  }

  /** Resolves when it is set, or after that many milliseconds. Leaves it set. */
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
