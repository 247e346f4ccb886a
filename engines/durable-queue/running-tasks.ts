import { onBehalfOf } from "../../runtime/concurrency/current-call.js";
import { within } from "../../runtime/concurrency/within.js";
import type { Database } from "../../runtime/database/database.js";
import { elapsed } from "../../runtime/process/clock.js";
import type { Logger } from "../../runtime/process/log.js";
import { claimedTask } from "./claimed-task.js";
import type { Conflicts } from "./conflicts.js";
import { endRunAlone, putBack } from "./end-run.js";
import { FailedRuns } from "./failed-runs.js";
import { isSurelyHeld, regain, renewLeases } from "./lease.js";
import { groupOf } from "./payer-groups.js";
import { LeaseLost, type TaskHandler } from "./task-handler.js";
import { usedUp } from "./used-up.js";
import type { ClaimedRow } from "./claimed-row.js";
import { isTraced, traced } from "../../runtime/process/tracing/tracer.js";
import { reader } from "../../runtime/database/transaction.js";

interface Running {
  row: ClaimedRow;
  abort: AbortController;
  done: Promise<void>;
  /** The time until which the lease surely holds, by this process's own clock. */
  leasedUntil: number;
  /** The start of the run, by `performance.now()`. */
  since: number;
  /** The number of writes at work with what nobody else has: while there is one, the end of the lease does not abort the run. */
  holding: number;
}

interface RunningTasksOptions {
  database: Database;
  log: Logger;
  leaseMs: number;
  /** The id of this process as the owner of leases. */
  owner: string;
  conflicts: Conflicts;
  /** Called when a task is back in its queue, to be due after `afterMs`. */
  isBack(row: ClaimedRow, afterMs: number): void;
  /** Called when the slot of a task is free, or when its run has become a lingering one, which may not count. */
  freed(row: ClaimedRow): void;
}

const keyOf = ({ id, fence }: Pick<ClaimedRow, "id" | "fence">): string => `${id}/${fence}`;

/** The tasks that this process has claimed and works on, each until it ends, goes back or is lost to another process. */
export class RunningTasks {
  readonly #options: RunningTasksOptions;
  readonly #failedRuns: FailedRuns;
  readonly #running = new Map<string, Running>();

  constructor(options: RunningTasksOptions) {
    this.#options = options;
    this.#failedRuns = new FailedRuns(options);
  }

  byQueue(): Map<string, readonly { row: ClaimedRow; since: number }[]> {
    return Map.groupBy(this.#running.values(), ({ row }) => row.queue);
  }

  /** Runs a handler for a task whose lease holds until `leasedUntil`, by this process's own clock. */
  begin(handler: TaskHandler, row: ClaimedRow, leasedUntil: number): void {
    const { database, freed } = this.#options;
    const abort = new AbortController();
    const key = keyOf(row);
    const { lingering } = handler;
    const timer = lingering && setTimeout(() => freed(row), lingering.afterMs + 1).unref();
    const done = Promise.resolve();
    const running: Running = { row, abort, done, leasedUntil, since: performance.now(), holding: 0 };
    this.#running.set(key, running);
    const run = onBehalfOf(groupOf(row.payer), () =>
      traceRun(database, row, () => this.#run(handler, running)),
    );
    running.done = run.finally(() => {
      clearTimeout(timer);
      this.#running.delete(key);
      freed(row);
    });
  }

  /** Returns whether this process works on the task, by the claim that its fence tells. */
  has(row: Pick<ClaimedRow, "id" | "fence">): boolean {
    return this.#running.has(keyOf(row));
  }

  /** Returns whether a run of the task has something in hand that nobody else has. */
  isInHand(id: string): boolean {
    return [...this.#running.values()].some(({ row, holding }) => row.id === id && holding > 0);
  }

  /** Aborts the handler of a subject, if it runs here. */
  interrupt(subject: string): void {
    for (const { row, abort } of this.#running.values()) if (row.subject === subject) abort.abort();
  }

  /**
   * Aborts the runs of these queues, or of all, that do not end within `graceMs`: their tasks go back. A run that ignores its signal
   * for `patienceMs` more is no longer waited for.
   */
  async end(
    graceMs: number,
    { queues = null, patienceMs = null }: { queues?: readonly string[] | null; patienceMs?: number | null },
  ): Promise<void> {
    const inHand = () =>
      [...this.#running.values()].filter(({ row }) => queues === null || queues.includes(row.queue));
    const ended = () => Promise.allSettled(inHand().map(({ done }) => done));
    await within(graceMs, ended());
    for (const { abort } of inHand()) abort.abort();
    await (patienceMs === null ? ended() : within(patienceMs, ended()));
  }

  /**
   * Extends the leases of the tasks that run here, and aborts the runs whose tasks another process may have by now. A run that has
   * something in hand goes on until the database says that it has lost its task (ADR-0114).
   */
  async beat(): Promise<void> {
    const { database, owner, leaseMs } = this.#options;
    const now = elapsed();
    const all = [...this.#running.values()];
    // A process that was frozen or cut off aborts runs whose leases are over before it asks: others may work on these tasks.
    for (const { abort, leasedUntil, holding } of all) if (leasedUntil < now && holding === 0) abort.abort();
    const held = all.filter(({ abort }) => !abort.signal.aborted);
    const rows = held.map(({ row }) => row);
    const leases = await renewLeases(database, rows, owner, leaseMs);
    for (const running of held) {
      const leftMs = leases.get(keyOf(running.row));
      if (leftMs === undefined) running.abort.abort();
      else running.leasedUntil = now + leftMs;
    }
  }

  async #run(handler: TaskHandler, running: Running): Promise<void> {
    const { database, log, leaseMs, owner, conflicts, isBack } = this.#options;
    const { row } = running;
    const { signal } = running.abort;
    const names = { queue: row.queue, subject: row.subject };
    let isComplete = false;
    const task = claimedTask(row, {
      signal,
      met: (error, fault, isFirst) => {
        if (fault === "conflict") {
          conflicts.add(row);
          log.warn({ ...names, err: error }, "a task met a conflict of the database, and tries again");
        } else if (isFirst)
          log.warn(
            { ...names, err: error },
            `${fault === "away" ? "the database is away" : "a part of the service is unavailable"}: a task keeps what it has to store, and tries again until that is back`,
          );
      },
      holding: async (write) => {
        running.holding += 1;
        return write().finally(() => (running.holding -= 1));
      },
      regain: async () => {
        const leasedUntil = elapsed() + leaseMs;
        const isOurs = await regain(database, row, owner, leaseMs);
        if (isOurs) running.leasedUntil = leasedUntil;
        return isOurs;
      },
      isSurelyOurs: () => isSurelyHeld(this.#running.get(keyOf(row)), leaseMs),
      completed: (isWanted) => {
        isComplete = true;
        conflicts.forget(row);
        if (isWanted) isBack(row, 0);
      },
    });
    try {
      // Processes died or froze with this task until its attempts were used up, or its burial met a conflict.
      if (row.attempts >= handler.maxAttempts)
        return await this.#failedRuns.bury(handler, task, row, await usedUp(database, row));
      const outcome = await handler.run(task);
      if (isComplete) return;
      if (outcome) {
        // Attempts are failures in a row: periodic work would add them up for ever.
        const { afterMs, nothingYet } = outcome.again;
        await this.putBack(row, nothingYet ? row : { attempts: 0, deaths: 0 }, afterMs);
        isBack(row, afterMs);
      } else if (await endRunAlone(database, row)) isBack(row, 0);
      conflicts.forget(row);
    } catch (error) {
      if (isComplete) return log.error(error, "a task failed after it was complete");
      if (error instanceof LeaseLost) return log.warn(names, "a task went to another process");
      // A drain or an interruption is no failure of the work: it goes back as it was.
      if (signal.aborted) return await this.putBack(row).catch(() => {});
      await this.#failedRuns.take(handler, task, row, error).catch((again: unknown) => {
        if (again instanceof LeaseLost) log.warn(names, "a task went to another process");
        else log.error(again, "a failed task could not be put back");
      });
    }
  }

  /** Puts a claimed task back into its queue, with its counts unchanged unless others are given. */
  putBack(
    row: ClaimedRow,
    { attempts, deaths }: Pick<ClaimedRow, "attempts" | "deaths"> = row,
    afterMs = 0,
  ): Promise<void> {
    return putBack(this.#options.database, row, { attempts, deaths, afterMs, lastError: null });
  }
}

/** Makes a run a span of the trace in which its task was queued, in any process. */
async function traceRun(
  database: Database,
  { id, queue, subject, attempts }: ClaimedRow,
  run: () => Promise<void>,
): Promise<void> {
  if (!isTraced()) return run();
  const sql = "SELECT traceparent FROM tasks WHERE id = ?";
  const rows = await reader(database)
    .query<{ traceparent: string | null }>(sql, [id])
    .catch(() => []);
  const attributes = { "kiln.queue": queue, "kiln.subject": subject, "kiln.attempts": attempts };
  const parent = rows[0]?.traceparent ?? null;
  return traced(`task ${queue}`, { kind: "consumer", parent, attributes }, run);
}
