import { setTimeout as sleep } from "node:timers/promises";
import { ServiceError } from "../../contracts/errors.js";
import { isConflict } from "../../runtime/database/conflict.js";
import type { GaugeSource } from "../../runtime/process/gauges.js";
import { elapsed } from "../../runtime/process/clock.js";
import type { ClaimedRow } from "./claimed-row.js";

/** The first pause after a conflict. Each further one is twice as long, up to the longest. */
const FIRST_MS = 500;
const LONGEST_MS = 30_000;
/**
 * The number of conflicts of a task in a row that do not count as attempts; they take some 8 minutes in each process that has the
 * task. Each further conflict counts as an attempt.
 */
export const MOST_IN_A_ROW = 20;
/** The time for which this process keeps the result of outside work, which nobody else has, after the first conflict over it. */
const IN_HAND_MS = 5 * 60_000;
/** Number of tasks whose conflicts in a row are remembered. */
const MOST_KNOWN = 10_000;

/** Returns the pause after a conflict, by the number of conflicts before it. */
const pauseMs = (before: number): number =>
  Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(20, before)) * (1 + Math.random() / 4);

/** Makes the error of a result that is given up. The outside work may be done, and paid for, again, so it is a failed attempt and no conflict. */
const givenUp = (conflict: unknown): ServiceError =>
  new ServiceError(
    "unavailable",
    "Conflicts with other writers of the database have lasted for too long: the result of outside work could not be stored.",
    { cause: conflict },
  );

type Own = Pick<ClaimedRow, "id" | "queue">;

/**
 * Counts the conflicts of tasks with other writers of the database, which are nobody's failure (ADR-0104): by queue since this
 * process started, and of each task in a row. Another process that gets the task counts anew.
 */
export class Conflicts {
  readonly #sums = new Map<string, number>();
  readonly #inARow = new Map<string, number>();
  readonly #inHandMs: number;

  constructor(inHandMs = IN_HAND_MS) {
    this.#inHandMs = inHandMs;
  }

  /** Counts a conflict that sends a task back to its queue. Returns the pause in ms, or null when there were too many in a row. */
  note(own: Own): number | null {
    this.#add(own);
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

  /**
   * Repeats work that met a conflict, after a pause. Throws the last conflict when the signal has aborted or `forMs` are over, and
   * an error that counts as a failed attempt when the time for keeping an answer ends before that. `met` is called with each conflict.
   */
  async inSpiteOf<T>(
    own: Own,
    work: () => Promise<T>,
    { signal, forMs, met }: { signal: AbortSignal; forMs: number; met: (error: unknown) => void },
  ): Promise<T> {
    const until = elapsed() + forMs;
    let inHandUntil = Infinity;
    for (let before = 0; ; before += 1) {
      try {
        return await work();
      } catch (error) {
        const now = elapsed();
        if (!isConflict(error) || signal.aborted || now >= until) throw error;
        if (before === 0) inHandUntil = now + this.#inHandMs;
        const wait = Math.min(pauseMs(before), until - now);
        if (now + wait > inHandUntil) throw givenUp(error);
        this.#add(own);
        met(error);
        await sleep(wait, undefined, { signal }).catch(() => Promise.reject(error as Error));
      }
    }
  }

  #add({ queue }: Own): void {
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
