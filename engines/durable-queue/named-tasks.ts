import type { Database } from "../../runtime/database/database.js";
import { take } from "./claim.js";
import type { TaskHandler } from "./task-handler.js";
import type { NamedTask } from "./wake-ups.js";
import type { ClaimedRow } from "./claimed-row.js";

/** The means by which a process claims named tasks. */
interface Claiming {
  database: Database;
  owner: string;
  leaseMs: number;
  /** Returns the number of free slots of a queue. */
  slots(queue: string): number;
  /** Begins the run of a claimed task before the next one is claimed, since that claim may fail. */
  begin(row: ClaimedRow): void;
  /** Returns whether the queue is looked at next, as that look finds the named task too. */
  isWanted(queue: string): boolean;
}

/**
 * Holds new tasks that wake-ups have named, and claims them without a look (ADR-0097). The fence of a task that nobody has claimed yet
 * is 0, so that one guarded UPDATE is enough, the same as after a look.
 */
export class NamedTasks {
  readonly #queues = new Map<string, ClaimedRow[]>();

  /** Returns whether a handler's tasks may be claimed without a look: only a look tells how many tasks of a payer run. */
  static suits(handler: Pick<TaskHandler, "perPayer" | "lingering">): boolean {
    return handler.perPayer === undefined && handler.lingering === undefined;
  }

  get isEmpty(): boolean {
    return this.#queues.size === 0;
  }

  add(queue: string, { id, subject, payer }: NamedTask & { payer: string }): void {
    const known = this.#queues.get(queue) ?? [];
    this.#queues.set(queue, known);
    // A queue with two named tasks is looked at, so that a third need not be kept.
    if (known.length < 2) known.push({ id, queue, subject, payer, attempts: 0, deaths: 0, fence: 0 });
  }

  /**
   * Claims the tasks that were named since the last call, and forgets them. Returns the queues that need no look, and those that have
   * to be looked at: queues with several named tasks, so that the look shares the slots among their payers, queues without a slot,
   * and queues where another process was faster or holds the row. Each task has its own UPDATE: in a common one, a task that this
   * process has claimed before, by a look between the commit and the wake-up, could not be told from one that it has just won.
   */
  async claim({ database, owner, leaseMs, slots, begin, isWanted }: Claiming): Promise<{
    done: string[];
    toLook: string[];
  }> {
    const all = [...this.#queues];
    this.#queues.clear();
    const done: string[] = [];
    const toLook: string[] = [];
    for (const [queue, named] of all) {
      const isAlone = named.length === 1 && slots(queue) > 0 && !isWanted(queue);
      const taken = isAlone ? await take(database, named, { owner, leaseMs }) : [];
      for (const row of taken) begin(row);
      (taken.length === 1 ? done : toLook).push(queue);
    }
    return { done, toLook };
  }
}
