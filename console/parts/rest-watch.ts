export interface When {
  /** Milliseconds without scrolling. */
  rest: number;
  /** Milliseconds that one waits in any case. */
  stay: number;
}

interface Waiting extends When {
  since: number;
  then: () => void;
}

/**
 * Calls back those who wait for a page to rest. They share one timer, which scrolling does not touch: a timer for each tile of a grid, set
 * anew with each frame that scrolls, takes longer than drawing the tiles.
 */
export class RestWatch {
  readonly #target: EventTarget;
  readonly #waiting = new Set<Waiting>();
  #scrolledAt = -Infinity;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #looksAt = Infinity;

  /** `target` is what hears of scrolling: a window. */
  constructor(target: EventTarget) {
    this.#target = target;
  }

  /** Calls back once. Returns a function that ends the waiting. */
  wait(when: When, then: () => void): () => void {
    const one = { ...when, since: performance.now(), then };
    if (this.#waiting.size === 0) this.#target.addEventListener("scroll", this.#note, { passive: true });
    this.#waiting.add(one);
    this.#lookBy(this.#dueOf(one));
    return () => {
      this.#waiting.delete(one);
      this.#endIfEmpty();
    };
  }

  readonly #note = (): void => {
    this.#scrolledAt = performance.now();
  };

  #dueOf({ since, rest, stay }: Waiting): number {
    return Math.min(since + stay, Math.max(since, this.#scrolledAt) + rest);
  }

  #lookBy(due: number): void {
    if (due >= this.#looksAt) return;
    clearTimeout(this.#timer);
    this.#looksAt = due;
    this.#timer = setTimeout(() => this.#look(), due - performance.now());
  }

  #look(): void {
    this.#looksAt = Infinity;
    const now = performance.now();
    const due = [...this.#waiting].filter((one) => this.#dueOf(one) <= now);
    for (const one of due) this.#waiting.delete(one);
    this.#lookBy(Math.min(...[...this.#waiting].map((one) => this.#dueOf(one))));
    this.#endIfEmpty();
    for (const { then } of due) then();
  }

  #endIfEmpty(): void {
    if (this.#waiting.size > 0) return;
    this.#target.removeEventListener("scroll", this.#note);
    clearTimeout(this.#timer);
    this.#looksAt = Infinity;
  }
}
