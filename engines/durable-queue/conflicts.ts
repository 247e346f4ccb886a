import { setTimeout as sleep } from "node:timers/promises";
import { isConflict } from "../../runtime/database/conflict.js";
import type { GaugeSource } from "../../runtime/process/gauges.js";
import { elapsed } from "../../runtime/process/elapsed.js";
import type { ClaimedRow } from "./claim.js";

/** The first pause after a conflict. Each further one is twice as long, up to the longest. */
const FIRST_MS = 500;
const LONGEST_MS = 30_000;
/** So many conflicts of a task in a row are nobody's failure, which takes some 50 minutes. Each further one counts as an attempt. */
export const MOST_IN_A_ROW = 100;
/** How long an answer that this process alone has is kept in hand. */
const IN_HAND_MS = 5 * 60_000;
/** Tasks of which it is remembered how often they met conflicts in a row. */
const MOST_KNOWN = 10_000;

const pauseMs = (count: number): number =>
  Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(20, count)) * (1 + Math.random() / 4);

type Own = Pick<ClaimedRow, "id" | "queue">;

/**
 * Conflicts of tasks with other writers of the database, which are nobody's failure (ADR-0104): how many there were, by queue, since this
 * process started, and how many of each task in a row. Another process that gets the task counts anew.
 */
export class Conflicts {
  readonly #sums = new Map<string, number>();
  readonly #inARow = new Map<string, number>();

  /** Counts one that a task goes back to its queue for. Gives for how long, or null when there were too many in a row. */
  note(own: Own): number | null {
    this.#add(own);
    const count = (this.#inARow.get(own.id) ?? 0) + 1;
    this.#inARow.delete(own.id);
    this.#inARow.set(own.id, count);
    const [eldest] = this.#inARow.keys();
    if (this.#inARow.size > MOST_KNOWN && eldest !== undefined) this.#inARow.delete(eldest);
    return count > MOST_IN_A_ROW ? null : pauseMs(count);
  }

  /** A run of the task ended otherwise. */
  forget({ id }: Pick<Own, "id">): void {
    this.#inARow.delete(id);
  }

  /**
   * Does again, after a pause, what met a conflict, for `forMs` at most and until the signal aborts; then the conflict is thrown. `met`
   * hears of each.
   */
  async inSpiteOf<T>(
    own: Own,
    work: () => Promise<T>,
    { signal, forMs, met }: { signal: AbortSignal; forMs: number; met: (error: unknown) => void },
  ): Promise<T> {
    const until = elapsed() + Math.min(forMs, IN_HAND_MS);
    for (let count = 0; ; count += 1) {
      try {
        return await work();
      } catch (error) {
        const wait = pauseMs(count);
        if (!isConflict(error) || signal.aborted || elapsed() + wait > until) throw error;
        this.#add(own);
        met(error);
        await sleep(wait, undefined, { signal }).catch(() => Promise.reject(error as Error));
      }
    }
  }

  #add({ queue }: Own): void {
    this.#sums.set(queue, (this.#sums.get(queue) ?? 0) + 1);
  }

  /** Tells `/metrics` how many there were. */
  get gauge(): GaugeSource {
    return {
      name: "kiln_task_conflicts_total",
      help: "How often work on a task was rolled back for another writer of the database since this process started, by queue.",
      labels: ["queue"],
      read: () => [...this.#sums].map(([queue, value]) => ({ labels: { queue }, value })),
    };
  }
}
