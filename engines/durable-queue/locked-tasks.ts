/** So long a task is left alone that could not be taken, and twice as long after each further time. */
const FIRST_MS = 20;
const LONGEST_MS = 1000;
/** So many are remembered: what the look leaves out stands in its statement. */
const MOST = 200;

interface Locked {
  queue: string;
  until: number;
  waitMs: number;
}

/**
 * Ready tasks that this process could not take, since another transaction holds their rows, or took them. They are left out of the looks
 * for a moment: else those that a frozen process holds would fill the window of the oldest, and be looked at without end.
 */
export class LockedTasks {
  readonly #locked = new Map<string, Locked>();
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Gives the time after which they are looked at again. */
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

  /** Whether there is room to leave out all that could not be taken: another look at once then finds other tasks. */
  get hasRoom(): boolean {
    return this.#locked.size < MOST;
  }

  /** Ids of the queue that are left out now. */
  of(queue: string): string[] {
    const now = this.#now();
    const ids: string[] = [];
    for (const [id, each] of this.#locked) {
      // most likely another process has taken the task
      if (now > each.until + 2 * LONGEST_MS) this.#locked.delete(id);
      else if (each.queue === queue && now < each.until) ids.push(id);
    }
    return ids.slice(-MOST);
  }
}
