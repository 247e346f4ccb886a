import type { Database } from "../../runtime/database/database.js";
import { type ClaimedRow, take } from "./claim.js";
import type { NamedTask } from "./enqueue.js";
import type { TaskHandler } from "./task-handler.js";

/** How a process claims. */
interface Claiming {
  database: Database;
  owner: string;
  leaseMs: number;
  /** Free slots of a queue. */
  slots(queue: string): number;
  /** Begins the run of a task that was won, before the next one is asked for: that may fail. */
  begin(row: ClaimedRow): void;
  /** Whether the queue is looked at next: the look finds the named task as well. */
  isWanted(queue: string): boolean;
}

/**
 * New tasks that wake-ups have named, which are claimed without a look (ADR-0097). The fence of a task that nobody has claimed yet is 0, so
 * that one guarded UPDATE is enough, the same as behind a look.
 */
export class NamedTasks {
  readonly #queues = new Map<string, ClaimedRow[]>();

  /** Whether a handler's tasks may be claimed so: only a look tells how much of a payer runs. */
  static suits(handler: Pick<TaskHandler, "perPayer" | "lingering">): boolean {
    return handler.perPayer === undefined && handler.lingering === undefined;
  }

  get isEmpty(): boolean {
    return this.#queues.size === 0;
  }

  add(queue: string, { id, subject, payer }: NamedTask & { payer: string }): void {
    const known = this.#queues.get(queue) ?? [];
    this.#queues.set(queue, known);
    // Where there are two the queue is looked at, and neither is needed any more.
    if (known.length < 2) known.push({ id, queue, subject, payer, attempts: 0, deaths: 0, fence: 0 });
  }

  /**
   * Claims what was named since the last time, and forgets it. Gives the queues that need no look, and the queues that have to be looked at:
   * those of which several were named, among whose payers a look shares the slots, those without a slot, and those where
   * somebody was faster or holds the row. Each task is claimed by itself: of several in one UPDATE those that this process has claimed before,
   * by a look that came between the commit and the wake-up, could not be told from those that it has won.
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
