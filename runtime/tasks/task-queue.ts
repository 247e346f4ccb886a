import { randomUUID } from "node:crypto";
import type { Database } from "../database.js";
import type { Logger } from "../log.js";
import type { Signals } from "../signals.js";
import { transaction, type Tx } from "../transaction.js";
import { within } from "../within.js";
import { claim, type ClaimedRow, type FreeSlots } from "./claim.js";
import { enqueue, type NewTask } from "./enqueue.js";
import { backoffMs } from "./backoff.js";
import { beginAgain, buryRun, endRun, guardRun, putBack } from "./end-run.js";
import { reclaimExpired, releaseAll, renewLeases } from "./lease.js";
import { LeaseLost, type ClaimedTask, type TaskHandler } from "./task-handler.js";

const POLL_MS = 500;
const DEAD_KEPT_MS = 30 * 24 * 3600 * 1000;

export interface TaskQueueOptions {
  database: Database;
  signals: Signals;
  log: Logger;
  leaseMs: number;
  /** The embedded file has one process: what is marked running at its start belongs to a dead one. */
  isAlone: boolean;
}

interface Running {
  row: ClaimedRow;
  abort: AbortController;
  done: Promise<void>;
  /** Until when the lease surely holds, by this process's own clock. */
  leasedUntil: number;
}

/**
 * The durable queue of pointers to domain rows. Work is claimed under a lease with a heartbeat and a
 * fencing token; a wake-up comes after commit, and a poll every 500 ms covers its loss.
 */
export class TaskQueue {
  readonly owner = randomUUID();
  readonly #options: TaskQueueOptions;
  readonly #handlers = new Map<string, TaskHandler>();
  readonly #running = new Map<string, Running>();
  #timers: NodeJS.Timeout[] = [];
  #ticking: Promise<void> | null = null;
  #wanted = false;
  /** At the last look more was due than could be taken: the end of a task makes room for it. */
  #isShort = false;
  #isDraining = false;
  #unsubscribe: (() => void) | null = null;

  constructor(options: TaskQueueOptions) {
    this.#options = options;
  }

  /** Starts to work on a queue; replacing a handler lets running tasks finish on the old one. */
  handle(handler: TaskHandler): void {
    this.#handlers.set(handler.queue, handler);
    if (this.#timers.length > 0) this.wake();
  }

  forget(queue: string): void {
    this.#handlers.delete(queue);
  }

  /**
   * Claims no more of these queues here, and hands back what does not end within `graceMs`: their handlers' owner leaves.
   * What ignores its signal is left to itself after another second.
   */
  async pause(queues: readonly string[], graceMs: number): Promise<void> {
    for (const queue of queues) this.#handlers.delete(queue);
    // What a look under way claims has no handler any more, and goes back.
    await this.#ticking;
    const inHand = () => [...this.#running.values()].filter(({ row }) => queues.includes(row.queue));
    const ended = () => Promise.allSettled(inHand().map(({ done }) => done));
    await within(graceMs, ended());
    for (const { abort } of inHand()) abort.abort();
    await within(1000, ended());
  }

  get queues(): string[] {
    return [...this.#handlers.keys()];
  }

  /** Queues work in the caller's transaction, as `enqueue` says, and wakes a worker once that has committed. */
  async enqueue(tx: Tx, task: NewTask): Promise<void> {
    await enqueue(tx, task);
    tx.afterCommit(() => this.#announce(task.queue, task.afterMs ?? 0));
  }

  /** Drops waiting work in the caller's transaction; a running one finds its subject terminal, and does not come again. */
  async drop(tx: Tx, queue: string, subject: string): Promise<void> {
    const which = "WHERE queue = ? AND subject = ? AND state";
    await tx.run(`UPDATE tasks SET rerunAt = NULL ${which} = 'running'`, [queue, subject]);
    await tx.run(`DELETE FROM tasks ${which} <> 'running'`, [queue, subject]);
  }

  /** Makes waiting work due now; work that runs comes once more after its end. */
  async hasten(tx: Tx, queue: string, subject: string): Promise<void> {
    const { now } = tx.database;
    await tx.run(
      `UPDATE tasks SET rerunAt = CASE WHEN state = 'running' THEN ${now} ELSE rerunAt END,
          runAt = CASE WHEN state = 'ready' THEN ${now} ELSE runAt END
        WHERE queue = ? AND subject = ? AND state IN ('ready', 'running')`,
      [queue, subject],
    );
    tx.afterCommit(() => this.#announce(queue, 0));
  }

  /** Aborts the handler of a subject, if it runs here. */
  interrupt(subject: string): void {
    for (const { row, abort } of this.#running.values()) if (row.subject === subject) abort.abort();
  }

  async start(): Promise<void> {
    const { database, signals, leaseMs, isAlone, log } = this.#options;
    if (isAlone) await releaseAll(database);
    this.#unsubscribe = signals.on("task.ready", ({ queue }) => {
      if (this.#handlers.has(queue)) this.wake();
    });
    this.#timers = [
      setInterval(() => this.wake(), POLL_MS),
      setInterval(
        () => void this.#beat().catch((error: unknown) => log.error(error, "the heartbeat of tasks failed")),
        leaseMs / 3,
      ),
      setInterval(
        () => void this.#sweep().catch((error: unknown) => log.error(error, "the sweep of tasks failed")),
        Math.max(200, leaseMs / 4),
      ),
    ];
    this.wake();
  }

  /** Looks for due work now; calls while it looks make it look once more. */
  wake(): void {
    if (this.#isDraining) return;
    this.#wanted = true;
    this.#ticking ??= this.#tick().finally(() => {
      this.#ticking = null;
      if (this.#wanted) this.wake();
    });
  }

  /** Claims no more, and hands back what does not end within `graceMs`. */
  async drain(graceMs: number): Promise<void> {
    this.#isDraining = true;
    this.#unsubscribe?.();
    for (const timer of [this.#timers[0], this.#timers[2]]) clearInterval(timer);
    await this.#ticking;
    const all = () => Promise.allSettled([...this.#running.values()].map(({ done }) => done));
    await within(graceMs, all());
    for (const { abort } of this.#running.values()) abort.abort();
    await all();
    for (const each of this.#timers) clearInterval(each);
  }

  #announce(queue: string, afterMs: number): void {
    if (afterMs <= 0) this.#options.signals.send("task.ready", { queue });
    // A poll would find it up to half a second late.
    else if (afterMs < 10_000 && this.#timers.length > 0) setTimeout(() => this.wake(), afterMs + 1).unref();
  }

  async #tick(): Promise<void> {
    while (this.#wanted && !this.#isDraining) {
      this.#wanted = false;
      try {
        const { database, leaseMs } = this.#options;
        const leasedUntil = performance.now() + leaseMs;
        const free = this.#freeSlots();
        const { won, isShort, isContested } = await claim(database, free, this.owner, leaseMs);
        for (const row of won) this.#begin(row, leasedUntil);
        // A queue without a free slot was not asked about.
        this.#isShort = isShort || free.size < this.#handlers.size;
        if (isContested) this.#wanted = true;
      } catch (error) {
        this.#options.log.error(error, "claiming tasks failed");
        return;
      }
    }
  }

  #freeSlots(): Map<string, FreeSlots> {
    const used = new Map<string, number>();
    for (const { row } of this.#running.values()) used.set(row.queue, (used.get(row.queue) ?? 0) + 1);
    const free = new Map<string, FreeSlots>();
    for (const { queue, concurrency, perPayer = Infinity } of this.#handlers.values()) {
      const slots = concurrency - (used.get(queue) ?? 0);
      if (slots > 0) free.set(queue, { slots, perPayer });
    }
    return free;
  }

  #begin(row: ClaimedRow, leasedUntil: number): void {
    const handler = this.#handlers.get(row.queue);
    // Its area was unloaded during the look: another process need not wait for the lease to run out.
    if (!handler) return void this.#putBack(row, row.attempts, 0, null).catch(() => {});
    const abort = new AbortController();
    const key = `${row.id}/${row.fence}`;
    const done = this.#run(handler, row, abort.signal).finally(() => {
      this.#running.delete(key);
      // A look that is under way has counted this slot as taken.
      if (this.#isShort || this.#ticking !== null) this.wake();
    });
    this.#running.set(key, { row, abort, done, leasedUntil });
  }

  async #run(handler: TaskHandler, row: ClaimedRow, signal: AbortSignal): Promise<void> {
    const { database, log } = this.#options;
    const names = { queue: row.queue, subject: row.subject };
    let isComplete = false;
    const task = claimedTask(row, signal, (isWanted) => {
      isComplete = true;
      if (isWanted) this.#announce(row.queue, 0);
    });
    try {
      // Whoever had it before died or froze with it, again and again.
      if (row.attempts >= handler.maxAttempts)
        return await this.#bury(handler, task, row, new Error("Its processes died."));
      const outcome = await handler.run(task);
      if (isComplete) return;
      if (outcome) {
        // Attempts are failures in a row: periodic work would add them up for ever.
        await this.#putBack(row, 0, outcome.again.afterMs, null);
        this.#announce(row.queue, outcome.again.afterMs);
      } else if (await transaction(database, (tx) => endRun(tx, row))) this.#announce(row.queue, 0);
    } catch (error) {
      if (isComplete) return log.error(error, "a task failed after it was complete");
      if (error instanceof LeaseLost) return log.warn(names, "a task went to another process");
      // A drain or an interruption is no failure of the work: it goes back as it was.
      if (signal.aborted) return await this.#putBack(row, row.attempts, 0, null).catch(() => {});
      await this.#fail(handler, task, row, error).catch((again: unknown) => {
        if (again instanceof LeaseLost) log.warn(names, "a task went to another process");
        else log.error(again, "a failed task could not be put back");
      });
    }
  }

  async #fail(handler: TaskHandler, task: ClaimedTask, row: ClaimedRow, error: unknown): Promise<void> {
    const attempts = row.attempts + 1;
    this.#options.log.error(
      { queue: row.queue, subject: row.subject, attempts, err: error },
      "a task failed",
    );
    if (attempts >= handler.maxAttempts) return this.#bury(handler, task, { ...row, attempts }, error);
    const afterMs = backoffMs(attempts);
    await this.#putBack(row, attempts, afterMs, textOf(error));
    this.#announce(row.queue, afterMs);
  }

  /** One that was queued once more begins anew instead: its row has changed since the run that failed. */
  async #bury(handler: TaskHandler, task: ClaimedTask, row: ClaimedRow, error: unknown): Promise<void> {
    const { database } = this.#options;
    const isAgain = () => transaction(database, (tx) => beginAgain(tx, row));
    while (!(await isAgain())) {
      try {
        return await transaction(database, async (tx) => {
          // What it locks comes before the task in the lock order.
          await handler.bury?.(tx, task, error);
          if (!(await buryRun(tx, row, row.attempts, textOf(error)))) throw new Wanted();
        });
      } catch (thrown) {
        if (!(thrown instanceof Wanted)) throw thrown;
      }
    }
    this.#announce(row.queue, 0);
  }

  #putBack(row: ClaimedRow, attempts: number, afterMs: number, lastError: string | null): Promise<void> {
    return transaction(this.#options.database, (tx) => putBack(tx, row, { attempts, afterMs, lastError }));
  }

  async #beat(): Promise<void> {
    const { database, leaseMs } = this.#options;
    const now = performance.now();
    const all = [...this.#running.values()];
    // A process that was frozen, or cut off from the database, stops before it asks: others may be at it.
    for (const { abort, leasedUntil } of all) if (leasedUntil < now) abort.abort();
    const held = all.filter(({ abort }) => !abort.signal.aborted);
    const rows = held.map(({ row }) => row);
    const lost = await renewLeases(database, rows, this.owner, leaseMs);
    for (const running of held) {
      if (lost.has(`${running.row.id}/${running.row.fence}`)) running.abort.abort();
      else running.leasedUntil = now + leaseMs;
    }
  }

  async #sweep(): Promise<void> {
    const { database } = this.#options;
    if ((await reclaimExpired(database)) > 0) this.wake();
    await transaction(database, (tx) =>
      tx.run(`DELETE FROM tasks WHERE state = 'dead' AND runAt < ${database.now} - ?`, [DEAD_KEPT_MS]),
    );
  }
}

const textOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);

/** Undoes a burial. */
class Wanted extends Error {}

function claimedTask(
  row: ClaimedRow,
  signal: AbortSignal,
  completed: (isWanted: boolean) => void,
): ClaimedTask {
  return {
    ...row,
    signal,
    guard: (tx) => guardRun(tx, row),
    async complete(tx) {
      const isWanted = await endRun(tx, row);
      tx.afterCommit(() => completed(isWanted));
    },
  };
}
