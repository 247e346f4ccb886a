import { LastTurns } from "./last-turns.js";
import { LockedTasks } from "./locked-tasks.js";
import { groupOf } from "./payer-groups.js";

/** The most payers of a queue that are remembered; the walk finds the others. */
const MOST = 64;
/** The time between two steps of the walk while the payers in the window have tasks enough. */
const WALK_EVERY_MS = 200;

interface Walk {
  /** The payer after which the walk goes on. */
  walkedTo: string;
  /** The time of the last step. */
  at: number;
}

/**
 * Remembers where a process looks for payers beyond the oldest tasks of a queue: the payers of which it has heard, how far
 * the walk over all payers has come, and the payers that had the last turns. Losing this memory costs time, never a task.
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

  /** Notes that a task of the payer may be due now. */
  note(queue: string, payer: string): void {
    const known = this.#payers.get(queue) ?? new Set();
    this.#payers.set(queue, known);
    known.delete(payer);
    known.add(payer);
    if (known.size > MOST) forgetOne(known);
  }

  /** Forgets a payer that has no due task. */
  drop(queue: string, payer: string): void {
    this.#payers.get(queue)?.delete(payer);
  }

  payers(queue: string): Iterable<string> {
    return this.#payers.get(queue) ?? [];
  }

  isWalkDue(queue: string): boolean {
    return this.#now() - (this.#walks.get(queue)?.at ?? -Infinity) >= WALK_EVERY_MS;
  }

  /** Returns the payer after which the walk goes on. */
  walkedTo(queue: string): string {
    return this.#walks.get(queue)?.walkedTo ?? "";
  }

  walkTo(queue: string, payer: string): void {
    this.#walks.set(queue, { walkedTo: payer, at: this.#now() });
  }
}

/** Forgets the eldest payer of the group with the most known payers, so that one group's payers do not push out those of others. */
function forgetOne(known: Set<string>): void {
  const [first, ...rest] = Map.groupBy(known, groupOf).values();
  const largest = rest.reduce((most, each) => (each.length > most.length ? each : most), first ?? []);
  const [eldest] = largest;
  if (eldest !== undefined) known.delete(eldest);
}
