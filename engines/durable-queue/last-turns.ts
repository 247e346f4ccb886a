/** Number of payers of a queue that are remembered. A payer whose turn was before all of theirs counts as one that had none. */
const MOST = 1024;

/** The time at which a payer last had a slot, by the database's clock, and the number of that turn in this process. */
export interface Turn {
  at: number;
  order: number;
}

/**
 * Remembers the last turn of each payer in this process, so that the payer that has waited longest is next. Each process
 * has its own memory. When it is lost, a payer may get a turn too early, and no task is lost.
 */
export class LastTurns {
  readonly #last = new Map<string, Map<string, Turn>>();
  #order = 0;

  note(queue: string, payer: string, at: number): void {
    const known = this.#last.get(queue) ?? new Map<string, Turn>();
    this.#last.set(queue, known);
    this.#order += 1;
    known.delete(payer);
    known.set(payer, { at, order: this.#order });
    const [eldest] = known.keys();
    if (known.size > MOST && eldest !== undefined) known.delete(eldest);
  }

  /** Returns the time since which a payer waits: `due`, when its oldest task was due, or its last turn if that was later. */
  waitsSince(queue: string, payer: string, due: number): Turn {
    const turn = this.#last.get(queue)?.get(payer);
    return turn === undefined ? { at: due, order: 0 } : { at: Math.max(due, turn.at), order: turn.order };
  }

  static compare(this: void, one: Turn, other: Turn): number {
    return one.at - other.at || one.order - other.order;
  }
}
