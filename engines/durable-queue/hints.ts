import { LastTurns } from "./last-turns.js";
import { LockedTasks } from "./locked-tasks.js";
import { groupOf } from "./payer-groups.js";

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
    known.delete(payer);
    known.add(payer);
    if (known.size > MOST) forgetOne(known);
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

/** Forgets the eldest payer of the group of which most are known: nobody's many payers make those of others forgotten. */
function forgetOne(known: Set<string>): void {
  const [first, ...rest] = Map.groupBy(known, groupOf).values();
  const largest = rest.reduce((most, each) => (each.length > most.length ? each : most), first ?? []);
  const [eldest] = largest;
  if (eldest !== undefined) known.delete(eldest);
}
