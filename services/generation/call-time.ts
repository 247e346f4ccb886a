/** The time of one upstream call. Work before anything is sent has the same time of its own. */
export class CallTime {
  readonly #limitMs: number;
  readonly #over = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #works = 0;

  constructor(limitMs: number) {
    this.#limitMs = limitMs;
    this.#begin();
  }

  /** Aborts when the time is over. */
  get over(): AbortSignal {
    return this.#over.signal;
  }

  /** True during work that comes before anything is sent. */
  get isBeforeSending(): boolean {
    return this.#works > 0;
  }

  /** Does work that comes before anything is sent. Rejects if the signal has aborted by then. */
  async beforeSending<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    signal.throwIfAborted();
    this.#works += 1;
    this.#begin();
    try {
      const done = await work();
      signal.throwIfAborted();
      return done;
    } finally {
      this.#works -= 1;
      if (!signal.aborted) this.#begin();
    }
  }

  end(): void {
    clearTimeout(this.#timer);
  }

  #begin(): void {
    clearTimeout(this.#timer);
    if (this.#limitMs === Infinity) return;
    const over = () => this.#over.abort(new DOMException("The call took too long.", "TimeoutError"));
    this.#timer = setTimeout(over, this.#limitMs).unref();
  }
}
