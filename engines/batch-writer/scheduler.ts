/** When a batch writer does what it does not do at once. Tests give one that they advance by hand. */
export interface Scheduler {
  /** Runs the work in the next turn: after all that this turn of the event loop goes on to do. */
  soon(work: () => void): void;
  /** Runs the work when so much time has passed; gives the function that calls it off. */
  after(ms: number, work: () => void): () => void;
}

/** The event loop and the clock of this process. */
export const processScheduler: Scheduler = {
  soon(work) {
    setImmediate(work);
  },
  after(ms, work) {
    const timer = setTimeout(work, ms);
    return () => clearTimeout(timer);
  },
};
