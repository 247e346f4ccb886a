import { isConflict } from "../../runtime/database/conflict.js";
import type { Database } from "../../runtime/database/database.js";
import { traceOf } from "../../runtime/errors/reason-of.js";
import type { Logger } from "../../runtime/process/log.js";
import { backoffMs } from "./backoff.js";
import { bury } from "./bury.js";
import type { Conflicts } from "./conflicts.js";
import { putBack } from "./end-run.js";
import type { ClaimedTask, TaskHandler } from "./task-handler.js";
import type { ClaimedRow } from "./claimed-row.js";

interface FailedRunsOptions {
  database: Database;
  log: Logger;
  conflicts: Conflicts;
  /** Called when a task is back in its queue, to be due after `afterMs`. */
  isBack(row: ClaimedRow, afterMs: number): void;
}

type Counts = Pick<ClaimedRow, "attempts" | "deaths">;

/** Puts back or buries tasks whose runs threw. Each method throws LeaseLost when another process has the task. */
export class FailedRuns {
  readonly #options: FailedRunsOptions;

  constructor(options: FailedRunsOptions) {
    this.#options = options;
  }

  /**
   * Counts a failure as an attempt, after which the task backs off or is buried. A conflict with another writer of the database is
   * nobody's failure: the task goes back for a moment with its counts as they were (ADR-0104).
   */
  async take(handler: TaskHandler, task: ClaimedTask, row: ClaimedRow, error: unknown): Promise<void> {
    const names = { queue: row.queue, subject: row.subject };
    const { log, conflicts } = this.#options;
    if (isConflict(error)) {
      const waitMs = conflicts.note(row);
      if (waitMs !== null) {
        log.warn(
          { ...names, err: error },
          "a task met a conflict of the database, and goes back to its queue",
        );
        return this.#back(task, row, row, waitMs, error);
      }
    } else conflicts.forget(row);
    const attempts = row.attempts + 1;
    log.error({ ...names, attempts, err: error }, "a task failed");
    if (attempts >= handler.maxAttempts)
      return this.bury(handler, task, { ...row, attempts, deaths: 0 }, error);
    await this.#back(task, row, { attempts, deaths: 0 }, backoffMs(attempts), error);
  }

  /** Buries a task whose attempts are used up; after a conflict the task goes back to its queue, and is buried later. */
  async bury(handler: TaskHandler, task: ClaimedTask, row: ClaimedRow, error: unknown): Promise<void> {
    const { database, conflicts, isBack } = this.#options;
    try {
      if (await bury(database, handler, task, { row, error })) isBack(row, 0);
      conflicts.forget(row);
    } catch (thrown) {
      if (!isConflict(thrown)) throw thrown;
      const waitMs = conflicts.note(row) ?? backoffMs(row.attempts);
      await this.#back(task, row, row, waitMs, error);
    }
  }

  /** Puts the task back, however often the database refuses: else its lease would run out, which counts as an attempt. */
  async #back(
    task: ClaimedTask,
    row: ClaimedRow,
    { attempts, deaths }: Counts,
    afterMs: number,
    error: unknown,
  ): Promise<void> {
    const { database, isBack } = this.#options;
    const to = { attempts, deaths, afterMs, lastError: traceOf(error) };
    await task.untilStored(() => putBack(database, row, to));
    isBack(row, afterMs);
  }
}
