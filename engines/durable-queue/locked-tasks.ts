/** The time for which a task that could not be taken is left alone; it doubles after each further try. */
const FIRST_MS = 20;
const LONGEST_MS = 1000;
/** The most tasks that a look leaves out, since their ids stand in its statement. */
const MOST = 200;

interface Locked {
  queue: string;
  until: number;
  waitMs: number;
}

/**
 * Remembers ready tasks that this process could not take, since another transaction holds their rows or took them. Looks leave them
 * out for a moment: else tasks that a frozen process holds would fill the window of the oldest, and be looked at without end.
 */
export class LockedTasks {
  readonly #locked = new Map<string, Locked>();
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Notes tasks that could not be taken, and returns the ms after which the first of them is looked at again. */
  note(tasks: readonly { id: string; queue: string }[]): number {
    const now = this.#now();
    let next = LONGEST_MS;
    for (const { id, queue } of tasks) {
      const known = this.#locked.get(id);
      const waitMs = known === undefined ? FIRST_MS : Math.min(2 * known.waitMs, LONGEST_MS);
      this.#locked.delete(id);
      this.#locked.set(id, { queue, until: now + waitMs, waitMs });
      next = Math.min(next, waitMs);
    }
    return next;
  }

  forget(tasks: readonly { id: string }[]): void {
    if (this.#locked.size > 0) for (const { id } of tasks) this.#locked.delete(id);
  }

  /** True while all tasks that could not be taken can be left out, so that another look at once finds other tasks. */
  get hasRoom(): boolean {
    return this.#locked.size < MOST;
  }

  /** Returns the ids of the queue's tasks that a look leaves out now. */
  of(queue: string): string[] {
    const now = this.#now();
    const ids: string[] = [];
    for (const [id, each] of this.#locked) {
      // Most likely another process has taken the task.
      if (now > each.until + 2 * LONGEST_MS) this.#locked.delete(id);
      else if (each.queue === queue && now < each.until) ids.push(id);
    }
    return ids.slice(-MOST);
  }
}
