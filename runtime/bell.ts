/** Wakes one sleeper, also when it rang before the sleep. */
export class Bell {
  #hasRung = false;
  #wake: (() => void) | null = null;

  ring(): void {
    this.#hasRung = true;
    this.#wake?.();
  }

  /** Whether it rang since it was last asked. */
  wasRung(): boolean {
    const rang = this.#hasRung;
    this.#hasRung = false;
    return rang;
  }

  /** Resolves when it rings or after that many milliseconds. */
  async rung(ms: number): Promise<void> {
    if (this.#hasRung) return;
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
