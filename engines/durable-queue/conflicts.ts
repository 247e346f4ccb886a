import type { GaugeSource } from "../../runtime/process/gauges.js";
import type { ClaimedRow } from "./claimed-row.js";
import { pauseMs } from "./in-hand.js";

/**
 * The number of conflicts of a task in a row that do not count as attempts; they take some 8 minutes in each process that has the
 * task. Each further conflict counts as an attempt.
 */
export const MOST_IN_A_ROW = 20;
/** Number of tasks whose conflicts in a row are remembered. */
const MOST_KNOWN = 10_000;

type Own = Pick<ClaimedRow, "id" | "queue">;

/**
 * Counts the conflicts of tasks with other writers of the database, which are nobody's failure (ADR-0104): by queue since this
 * process started, and of each task in a row. Another process that gets the task counts anew.
 */
export class Conflicts {
  readonly #sums = new Map<string, number>();
  readonly #inARow = new Map<string, number>();

  /** Counts a conflict that sends a task back to its queue. Returns the pause in ms, or null when there were too many in a row. */
  note(own: Own): number | null {
    this.add(own);
    const count = (this.#inARow.get(own.id) ?? 0) + 1;
    this.#inARow.delete(own.id);
    this.#inARow.set(own.id, count);
    const [eldest] = this.#inARow.keys();
    if (this.#inARow.size > MOST_KNOWN && eldest !== undefined) this.#inARow.delete(eldest);
    return count > MOST_IN_A_ROW ? null : pauseMs(count - 1);
  }

  /** Forgets a task's conflicts in a row, when its run ended, or failed for another reason. */
  forget({ id }: Pick<Own, "id">): void {
    this.#inARow.delete(id);
  }

  /** Counts a conflict after which the run of a task goes on. */
  add({ queue }: Pick<Own, "queue">): void {
    this.#sums.set(queue, (this.#sums.get(queue) ?? 0) + 1);
  }

  /** The gauge of conflicts by queue, for `/metrics`. */
  get gauge(): GaugeSource {
    return {
      name: "kiln_task_conflicts_total",
      help: "How often work on a task was rolled back for another writer of the database since this process started, by queue.",
      labels: ["queue"],
      read: () => [...this.#sums].map(([queue, value]) => ({ labels: { queue }, value })),
    };
  }
}
