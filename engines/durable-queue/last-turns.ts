/** So many payers of a queue are remembered. A payer whose turn was before all of theirs counts as one that had none. */
const MOST = 1024;

/** When a payer last had a slot, by the database's clock, and which turn of this process that was. */
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

  /** Since when a payer waits whose oldest task was due at `due`: since then, or since its last turn. */
  waitsSince(queue: string, payer: string, due: number): Turn {
    const turn = this.#last.get(queue)?.get(payer);
    return turn === undefined ? { at: due, order: 0 } : { at: Math.max(due, turn.at), order: turn.order };
  }

  static compare(this: void, one: Turn, other: Turn): number {
    return one.at - other.at || one.order - other.order;
  }
}
