import type { Database } from "../../runtime/database/database.js";
import { chunks } from "../../runtime/database/placeholders.js";
import { AT_ONCE, type ClaimedRow, take } from "./claim.js";
import type { NamedTask } from "./enqueue.js";
import type { TaskHandler } from "./task-handler.js";

/** How a process claims. */
interface Claiming {
  database: Database;
  owner: string;
  leaseMs: number;
  /** Free slots of a queue. */
  slots(queue: string): number;
  /** Whether the queue is looked at next, which finds what is named too. */
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
    known.push({ id, queue, subject, payer, attempts: 0, deaths: 0, fence: 0 });
  }

  /**
   * Claims what was named since the last time, and forgets it. Gives what was won, the queues where that was all, and the queues that have to
   * be looked at: those with too few slots, and those where another process was faster or holds a row.
   */
  async claim({ database, owner, leaseMs, slots, isWanted }: Claiming): Promise<{
    won: ClaimedRow[];
    done: Set<string>;
    toLook: Set<string>;
  }> {
    const all = [...this.#queues];
    this.#queues.clear();
    const hasRoom = ([queue, named]: [string, ClaimedRow[]]) =>
      !isWanted(queue) && named.length <= Math.min(slots(queue), AT_ONCE);
    const [rows, others] = [all.filter(hasRoom), all.filter((each) => !hasRoom(each))];
    const won: ClaimedRow[] = [];
    for (const some of chunks(
      rows.flatMap(([, named]) => named),
      AT_ONCE,
    ))
      won.push(...(await take(database, some, { owner, leaseMs })));
    const taken = new Set(won.map(({ id }) => id));
    const isDone = ([, named]: [string, ClaimedRow[]]) => named.every(({ id }) => taken.has(id));
    const queues = (some: readonly [string, ClaimedRow[]][]) => some.map(([queue]) => queue);
    return {
      won,
      done: new Set(queues(rows.filter(isDone))),
      toLook: new Set(queues([...others, ...rows.filter((each) => !isDone(each))])),
    };
  }
}
