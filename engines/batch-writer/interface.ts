/** The outcome of one request of a batch: a value, or the reason why this request alone is refused. */
export type Outcome<R> = { readonly value: R } | { readonly refusal: unknown };

export interface Limits {
  /** The most requests of a batch. */
  requests: number;
  /** The most that the requests of a batch weigh together; a heavier request is a batch of its own. */
  weight: number;
  /** The most batches of a key that run at once. Each of them uses a connection. */
  running: number;
  /** The milliseconds after which another batch of the key may begin beside a running one. */
  patienceMs: number;
}

export interface BatchesOptions<Q, R> {
  /**
   * Does all requests of a batch and returns an outcome for each, in their order. Rejects when none of them
   * was done, or when that is unknown.
   */
  write(key: string, requests: readonly Q[]): Promise<readonly Outcome<R>[]>;
  /** Tells whether a batch that failed with this error has certainly changed nothing. */
  isUndone(error: unknown): boolean;
  limits: Limits;
  /** Returns the subject that a request changes; null when no other request can have the same subject. */
  subjectOf?(request: Q): string | null;
  /** Returns the weight of a request, in the unit of `limits.weight`. */
  weightOf?(request: Q): number;
  scheduler?: Scheduler;
}

/** The event loop and clock of a batch writer. Tests pass one that they advance by hand. */
export interface Scheduler {
  /** Runs the work in the next turn, after everything that this turn of the event loop still does. */
  soon(work: () => void): void;
  /** Runs the work after `ms` milliseconds; returns the function that cancels it. */
  after(ms: number, work: () => void): () => void;
}
