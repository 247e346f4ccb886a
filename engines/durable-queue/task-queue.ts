import { randomUUID } from "node:crypto";
import { inBackground, onBehalfOf } from "../../runtime/concurrency/caller.js";
import type { Database } from "../../runtime/database/database.js";
import type { Logger } from "../../runtime/process/log.js";
import type { Signals } from "../../runtime/cluster/signals.js";
import { untraced } from "../../runtime/process/tracing/tracer.js";
import type { Tx } from "../../runtime/database/transaction.js";
import { elapsed } from "../../runtime/process/clock.js";
import { within } from "../../runtime/concurrency/within.js";
import { claim, type ClaimedRow, type FreeSlots } from "./claim.js";
import { freeSlots } from "./free-slots.js";
import { Hints } from "./hints.js";
import { type NamedTask, waking } from "./enqueue.js";
import { claimedTask } from "./claimed-task.js";
import { Conflicts } from "./conflicts.js";
import { endRunAlone, putBack } from "./end-run.js";
import { FailedRuns } from "./failed-runs.js";
import { isSurelyHeld, MOST_BEAT_MS, releaseAll, renewLeases } from "./lease.js";
import { NamedTasks } from "./named-tasks.js";
import { LifeMark } from "./life-mark.js";
import { drop, hasten, isQueued, isRunning } from "./subject-tasks.js";
import { Sweeper } from "./sweeper.js";
import { LeaseLost, type TaskHandler } from "./task-handler.js";
import { traceRun } from "./trace-run.js";
import { usedUp } from "./used-up.js";
import { WakeUps } from "./wake-ups.js";

const POLL_MS = 500;

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
  /** By the same clock. */
  since: number;
}

/**
 * The durable queue of pointers to domain rows. Work is claimed under a lease with a heartbeat and a
 * fencing token; a wake-up comes after commit, and a poll every 500 ms covers its loss.
 */
export class TaskQueue {
  readonly owner = randomUUID();
  readonly #options: TaskQueueOptions;
  readonly #lifeMark: LifeMark;
  readonly #sweeper: Sweeper;
  readonly #handlers = new Map<string, TaskHandler>();
  readonly #running = new Map<string, Running>();
  #timers: NodeJS.Timeout[] = [];
  #ticking: Promise<void> | null = null;
  /** Queues to look at. */
  readonly #wanted = new Set<string>();
  /** What wake-ups have named since the last look at its queue. */
  readonly #named = new NamedTasks();
  /** At the last look at these queues more was due than could be taken: the end of a task makes room for it. */
  readonly #short = new Set<string>();
  readonly #hints = new Hints();
  readonly #wakeUps: WakeUps;
  /** Queues work in the caller's transaction, as `enqueue.ts` says, and wakes a worker once that has committed. */
  readonly enqueue: ReturnType<typeof waking>["enqueue"];
  /** The same for a subject that the transaction has just made. */
  readonly enqueueNew: ReturnType<typeof waking>["enqueueNew"];
  readonly #failedRuns: FailedRuns;
  /** With other writers of the database. */
  readonly conflicts = new Conflicts();
  /** Since a poll: the walk over the payers of a long backlog goes on until it has seen all of them, or has no slots. */
  #isWalking = false;
  #isDraining = false;

  constructor(options: TaskQueueOptions) {
    this.#options = options;
    this.#lifeMark = new LifeMark(options.database, this.owner);
    this.#sweeper = new Sweeper(options, this.#lifeMark);
    this.#wakeUps = new WakeUps(options.signals, {
      queues: () => this.queues,
      worksOn: (queue) => this.#handlers.has(queue),
      hasRoom: (queue) => this.#freeSlots([queue]).size > 0,
      look: (queue, named) => this.#look(queue, named),
      note: (queue, payer) => this.#hints.note(queue, payer),
      lookLater: (queue) => this.#short.add(queue),
    });
    ({ enqueue: this.enqueue, enqueueNew: this.enqueueNew } = waking(this.#wakeUps));
    this.#failedRuns = new FailedRuns({
      database: options.database,
      log: options.log,
      conflicts: this.conflicts,
      isBack: (row, afterMs) => this.#wakeUps.announce(row, afterMs),
    });
  }

  /** Starts to work on a queue; replacing a handler lets running tasks finish on the old one. */
  handle(handler: TaskHandler): void {
    this.#handlers.set(handler.queue, handler);
    this.#wakeUps.changed();
    if (this.#timers.length > 0) this.wake(handler.queue);
  }

  forget(queue: string): void {
    this.#handlers.delete(queue);
    this.#wakeUps.changed();
  }

  /**
   * Claims no more of these queues here, and hands back what does not end within `graceMs`: their handlers' owner leaves.
   * What ignores its signal is left to itself after another second.
   */
  async pause(queues: readonly string[], graceMs: number): Promise<void> {
    for (const queue of queues) this.forget(queue);
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

  /** How many tasks of each queue this process runs, and how many more it could take. */
  get slots(): { queue: string; used: number; free: number }[] {
    const free = this.#freeSlots(this.queues);
    const used = Map.groupBy(this.#running.values(), ({ row }) => row.queue);
    return this.queues.map((queue) => ({
      queue,
      used: used.get(queue)?.length ?? 0,
      free: free.get(queue)?.slots ?? 0,
    }));
  }

  /** As `subject-tasks.ts` says. */
  readonly drop = drop;
  readonly isQueued = isQueued;
  readonly isRunning = isRunning;

  /** Makes waiting work due now, and wakes a worker once that has committed. */
  async hasten(tx: Tx, queue: string, subject: string): Promise<void> {
    await hasten(tx, queue, subject);
    tx.afterCommit(() => this.#wakeUps.announce({ queue }, 0));
  }

  /** Aborts the handler of a subject, if it runs here. */
  interrupt(subject: string): void {
    for (const { row, abort } of this.#running.values()) if (row.subject === subject) abort.abort();
  }

  async start(): Promise<void> {
    const { database, leaseMs, isAlone, log } = this.#options;
    if (isAlone) await releaseAll(database);
    await this.#lifeMark.keep();
    this.#wakeUps.start();
    this.#timers = [
      setInterval(() => {
        this.#isWalking = true;
        this.wake();
      }, POLL_MS),
      setInterval(
        () => void this.#beat().catch((error: unknown) => log.error(error, "the heartbeat of tasks failed")),
        Math.min(leaseMs / 3, MOST_BEAT_MS),
      ),
      setInterval(
        () =>
          void inBackground(() => this.#sweep()).catch((error: unknown) =>
            log.error(error, "the sweep of tasks failed"),
          ),
        Math.min(Math.max(200, leaseMs / 4), MOST_BEAT_MS),
      ),
    ];
    this.wake();
  }

  /** Looks for due work of a queue, or of all, now; calls while it looks make it look once more. */
  wake(queue?: string): void {
    if (this.#isDraining) return;
    for (const each of queue === undefined ? this.#handlers.keys() : [queue]) this.#wanted.add(each);
    this.#beginTick();
  }

  #beginTick(): void {
    this.#ticking ??= inBackground(() => untraced(() => this.#tick())).finally(() => {
      this.#ticking = null;
      if (!this.#isDraining && this.#hasNews) this.#beginTick();
    });
  }

  get #hasNews(): boolean {
    return this.#wanted.size > 0 || !this.#named.isEmpty;
  }

  /** Looks at a queue, or takes what a wake-up names where the last look has left nothing; a poll finds what else is due. */
  #look(queue: string, named: (NamedTask & { payer: string }) | undefined): void {
    const handler = this.#handlers.get(queue);
    const isNamed = named !== undefined && handler !== undefined && NamedTasks.suits(handler);
    if (!isNamed || this.#short.has(queue) || this.#isDraining) return this.wake(queue);
    this.#named.add(queue, named);
    this.#beginTick();
  }

  /** Claims no more, and hands back what does not end within `graceMs`. */
  async drain(graceMs: number): Promise<void> {
    this.#isDraining = true;
    this.#wakeUps.stop();
    for (const timer of [this.#timers[0], this.#timers[2]]) clearInterval(timer);
    await this.#ticking;
    const all = () => Promise.allSettled([...this.#running.values()].map(({ done }) => done));
    await within(graceMs, all());
    for (const { abort } of this.#running.values()) abort.abort();
    await all();
    for (const each of this.#timers) clearInterval(each);
    await this.#lifeMark.stop();
  }

  async #tick(): Promise<void> {
    while (this.#hasNews && !this.#isDraining) {
      try {
        await this.#takeNamed();
        const queues = [...this.#wanted];
        this.#wanted.clear();
        if (queues.length === 0) continue;
        const { database, leaseMs } = this.#options;
        const leasedUntil = elapsed() + leaseMs;
        const free = this.#freeSlots(queues);
        const found = await claim(database, free, this.#hints, { owner: this.owner, leaseMs });
        for (const row of found.won) this.#begin(row, leasedUntil);
        if (found.againMs !== null) this.#wakeLater(queues, found.againMs);
        const short = new Set(found.short);
        for (const queue of queues) {
          // A queue without a free slot was not asked about.
          const isShort = short.has(queue) || !free.has(queue);
          if (isShort) this.#short.add(queue);
          else this.#short.delete(queue);
          this.#wakeUps.looked(queue, isShort);
        }
        this.#isWalking &&= found.isOpen;
        const again = found.isContested ? queues : this.#isWalking ? found.short : [];
        for (const queue of again) this.#wanted.add(queue);
      } catch (error) {
        this.#options.log.error(error, "claiming tasks failed");
        // The next poll asks again.
        this.#wanted.clear();
        return;
      }
    }
  }

  async #takeNamed(): Promise<void> {
    if (this.#named.isEmpty) return;
    const { database, leaseMs } = this.#options;
    const leasedUntil = elapsed() + leaseMs;
    const { done, toLook } = await this.#named.claim({
      database,
      owner: this.owner,
      leaseMs,
      slots: (queue) => this.#freeSlots([queue]).get(queue)?.slots ?? 0,
      begin: (row) => this.#begin(row, leasedUntil),
      isWanted: (queue) => this.#wanted.has(queue),
    });
    for (const queue of toLook) this.#wanted.add(queue);
    for (const queue of done) this.#wakeUps.looked(queue, false);
  }

  #wakeLater(queues: readonly string[], afterMs: number): void {
    const look = (): void => {
      for (const queue of queues) if (this.#handlers.has(queue)) this.wake(queue);
    };
    setTimeout(look, afterMs + 1).unref();
  }

  #freeSlots(queues: readonly string[]): Map<string, FreeSlots> {
    const free = new Map<string, FreeSlots>();
    const running = Map.groupBy(this.#running.values(), ({ row }) => row.queue);
    for (const queue of queues) {
      const handler = this.#handlers.get(queue);
      const slots = handler && freeSlots(handler, running.get(queue) ?? [], performance.now());
      if (slots && slots.slots > 0) free.set(queue, slots);
    }
    return free;
  }

  #begin(row: ClaimedRow, leasedUntil: number): void {
    const handler = this.#handlers.get(row.queue);
    // Its area was unloaded during the look: another process need not wait for the lease to run out.
    if (!handler) return void this.#putBack(row, row, 0).catch(() => {});
    const abort = new AbortController();
    const key = `${row.id}/${row.fence}`;
    const look = (): void => {
      // A look that is under way has counted this slot as taken.
      if (!this.#short.has(row.queue) && this.#ticking === null) return;
      this.#hints.note(row.queue, row.payer);
      this.wake(row.queue);
    };
    const { lingering } = handler;
    const timer = lingering && setTimeout(look, lingering.afterMs + 1).unref();
    const { database } = this.#options;
    const run = onBehalfOf(row.payer, () =>
      traceRun(database, row, () => this.#run(handler, row, abort.signal)),
    );
    const done = run.finally(() => {
      clearTimeout(timer);
      this.#running.delete(key);
      look();
    });
    this.#running.set(key, { row, abort, done, leasedUntil, since: performance.now() });
  }

  async #run(handler: TaskHandler, row: ClaimedRow, signal: AbortSignal): Promise<void> {
    const { database, log, leaseMs } = this.#options;
    const names = { queue: row.queue, subject: row.subject };
    let isComplete = false;
    const task = claimedTask(row, {
      signal,
      conflicts: this.conflicts,
      met: (error) =>
        log.warn({ ...names, err: error }, "a task met a conflict of the database, and tries again"),
      isSurelyOurs: () => isSurelyHeld(this.#running.get(`${row.id}/${row.fence}`), leaseMs),
      completed: (isWanted) => {
        isComplete = true;
        this.conflicts.forget(row);
        if (isWanted) this.#wakeUps.announce(row, 0);
      },
    });
    try {
      // Each process that had it before died or froze with it, again and again; or its burial met a conflict.
      if (row.attempts >= handler.maxAttempts)
        return await this.#failedRuns.bury(handler, task, row, await usedUp(database, row));
      const outcome = await handler.run(task);
      if (isComplete) return;
      if (outcome) {
        // Attempts are failures in a row: periodic work would add them up for ever.
        const { afterMs, nothingYet } = outcome.again;
        await this.#putBack(row, nothingYet ? row : { attempts: 0, deaths: 0 }, afterMs);
        this.#wakeUps.announce(row, afterMs);
      } else if (await endRunAlone(database, row)) this.#wakeUps.announce(row, 0);
      this.conflicts.forget(row);
    } catch (error) {
      if (isComplete) return log.error(error, "a task failed after it was complete");
      if (error instanceof LeaseLost) return log.warn(names, "a task went to another process");
      // A drain or an interruption is no failure of the work: it goes back as it was.
      if (signal.aborted) return await this.#putBack(row, row, 0).catch(() => {});
      await this.#failedRuns.take(handler, task, row, error).catch((again: unknown) => {
        if (again instanceof LeaseLost) log.warn(names, "a task went to another process");
        else log.error(again, "a failed task could not be put back");
      });
    }
  }

  #putBack(
    row: ClaimedRow,
    { attempts, deaths }: Pick<ClaimedRow, "attempts" | "deaths">,
    afterMs: number,
  ): Promise<void> {
    return putBack(this.#options.database, row, { attempts, deaths, afterMs, lastError: null });
  }

  async #beat(): Promise<void> {
    const { database, leaseMs } = this.#options;
    const now = elapsed();
    const all = [...this.#running.values()];
    // A process that was frozen, or cut off from the database, stops before it asks: others may be at it.
    for (const { abort, leasedUntil } of all) if (leasedUntil < now) abort.abort();
    const held = all.filter(({ abort }) => !abort.signal.aborted);
    const rows = held.map(({ row }) => row);
    const leases = await renewLeases(database, rows, this.owner, leaseMs);
    for (const running of held) {
      const leftMs = leases.get(`${running.row.id}/${running.row.fence}`);
      if (leftMs === undefined) running.abort.abort();
      else running.leasedUntil = now + leftMs;
    }
    await this.#lifeMark.keep();
  }

  async #sweep(): Promise<void> {
    if ((await this.#sweeper.sweep()) > 0) this.wake();
  }
}
