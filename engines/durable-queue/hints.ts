import { LastTurns } from "./last-turns.js";
import { LockedTasks } from "./locked-tasks.js";

/** Payers of a queue: more are left to the walk. */
const MOST = 64;
/** So often a step of the walk is taken, though there is enough to do without. */
const WALK_EVERY_MS = 200;

interface Walk {
  /** The payer after which it goes on. */
  place: string;
  /** The time of the last step. */
  at: number;
}

/**
 * Where a process looks for payers beyond the oldest tasks of a queue: those of whom it has heard, and a place in the
 * walk over all of them; and who had the last turns. Losing it costs time, never a task.
 */
export class Hints {
  readonly #payers = new Map<string, Set<string>>();
  readonly turns = new LastTurns();
  readonly locked: LockedTasks;
  readonly #walks = new Map<string, Walk>();
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.locked = new LockedTasks(now);
  }

  /** Something of the payer may be due, or run, now. */
  note(queue: string, payer: string): void {
    const known = this.#payers.get(queue) ?? new Set();
    this.#payers.set(queue, known);
    // the newest are kept
    known.delete(payer);
    known.add(payer);
    const [eldest] = known;
    if (known.size > MOST && eldest !== undefined) known.delete(eldest);
  }

  /** Nothing of the payer is due. */
  drop(queue: string, payer: string): void {
    this.#payers.get(queue)?.delete(payer);
  }

  payers(queue: string): Iterable<string> {
    return this.#payers.get(queue) ?? [];
  }

  isWalkDue(queue: string): boolean {
    return this.#now() - (this.#walks.get(queue)?.at ?? -Infinity) >= WALK_EVERY_MS;
  }

  /** The payer after which the walk goes on. */
  place(queue: string): string {
    return this.#walks.get(queue)?.place ?? "";
  }

  walkTo(queue: string, place: string): void {
    this.#walks.set(queue, { place, at: this.#now() });
  }
}
