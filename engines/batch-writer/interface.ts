/** What a batch makes of one of its requests: a value, or the reason why this one alone is refused. */
export type Outcome<R> = { readonly value: R } | { readonly refusal: unknown };

export interface Limits {
  /** The most requests of a batch. */
  requests: number;
  /** The most that the requests of a batch weigh together; one that weighs more is a batch of its own. */
  weight: number;
  /** The most batches of a key that run at once: each of them has a connection. */
  running: number;
  /** After so long another batch of the key may begin beside one that still runs. */
  patienceMs: number;
}

export interface BatchesOptions<Q, R> {
  /**
   * Does all requests of a batch and gives an outcome for each, in their order. Rejects when it has done none of them, or
   * does not know.
   */
  write(key: string, requests: readonly Q[]): Promise<readonly Outcome<R>[]>;
  /** Whether a batch that failed with this error has certainly changed nothing. */
  isUndone(error: unknown): boolean;
  limits: Limits;
  /** What a request changes; null: nothing that another request could name. */
  subjectOf?(request: Q): string | null;
  /** In the unit of the limit. */
  weightOf?(request: Q): number;
  scheduler?: Scheduler;
}

/** When a batch writer does what it does not do at once. Tests give one that they advance by hand. */
export interface Scheduler {
  /** Runs the work in the next turn: after all that this turn of the event loop goes on to do. */
  soon(work: () => void): void;
  /** Runs the work when so much time has passed; gives the function that calls it off. */
  after(ms: number, work: () => void): () => void;
}
