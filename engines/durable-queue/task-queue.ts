import { randomUUID } from "node:crypto";
import { inBackground } from "../../runtime/concurrency/current-call.js";
import { within } from "../../runtime/concurrency/within.js";
import type { Database } from "../../runtime/database/database.js";
import type { Logger } from "../../runtime/process/log.js";
import type { Signals } from "../../runtime/cluster/signals.js";
import { untraced } from "../../runtime/process/tracing/tracer.js";
import type { Tx } from "../../runtime/database/transaction.js";
import { elapsed } from "../../runtime/process/clock.js";
import { claim } from "./claim.js";
import { countReadyOf } from "./due.js";
import { freeSlots, type FreeSlots } from "./free-slots.js";
import { Hints } from "./hints.js";
import { waking } from "./enqueue.js";
import { Conflicts } from "./conflicts.js";
import { beatMs, MOST_BEAT_MS, releaseAll } from "./lease.js";
import { NamedTasks } from "./named-tasks.js";
import { LifeMark } from "./life-mark.js";
import { RunningTasks } from "./running-tasks.js";
import { drop, hasten, isQueued, isRunning } from "./subject-tasks.js";
import { Strays } from "./strays.js";
import { Sweeper } from "./sweeper.js";
import type { TaskHandler } from "./task-handler.js";
import { WakeUps, type NamedTask } from "./wake-ups.js";
import type { ClaimedRow } from "./claimed-row.js";

const POLL_MS = 500;

export interface TaskQueueOptions {
  database: Database;
  signals: Signals;
  log: Logger;
  leaseMs: number;
  /** True for SQLite, which has one process: a task that is marked running at its start belongs to a dead process. */
  isAlone: boolean;
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
  readonly #strays = new Strays();
  readonly #handlers = new Map<string, TaskHandler>();
  readonly #running: RunningTasks;
  #timers: NodeJS.Timeout[] = [];
  #ticking: Promise<void> | null = null;
  /** The queues to look at next. */
  readonly #wanted = new Set<string>();
  /** The new tasks that wake-ups have named and that are not claimed yet. */
  readonly #named = new NamedTasks();
  /** The queues whose last look found more than could be taken: each is looked at again when a task ends. */
  readonly #short = new Set<string>();
  readonly #hints = new Hints();
  readonly #wakeUps: WakeUps;
  /** Queues work in the caller's transaction, as `enqueue.ts` says, and wakes a worker once that has committed. */
  readonly enqueue: ReturnType<typeof waking>["enqueue"];
  /** Queues work like `enqueue`, for a subject that the transaction has just made. */
  readonly enqueueNew: ReturnType<typeof waking>["enqueueNew"];
  /** The counts of conflicts with other writers of the database. */
  readonly conflicts = new Conflicts();
  /** True from a poll until the walk over the payers of a long backlog has seen all of them, or no slots are left. */
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
    this.#running = new RunningTasks({
      ...options,
      owner: this.owner,
      conflicts: this.conflicts,
      isBack: (row, afterMs) => this.#wakeUps.announce(row, afterMs),
      freed: (row) => this.#lookForMore(row),
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
   * Claims no more tasks of these queues here, since their handlers' owner leaves, and hands back the tasks that do not end within
   * `graceMs`. A run that ignores its signal is no longer waited for after another second.
   */
  async pause(queues: readonly string[], graceMs: number): Promise<void> {
    for (const queue of queues) this.forget(queue);
    // A look that is under way may claim tasks, which go back because they have no handler any more.
    await this.#ticking;
    await this.#running.end(graceMs, { queues, patienceMs: 1000 });
  }

  get queues(): string[] {
    return [...this.#handlers.keys()];
  }

  /** The number of tasks of each queue that this process runs, and the number that it could take besides. */
  get slots(): { queue: string; used: number; free: number }[] {
    const free = this.#freeSlots(this.queues);
    const used = this.#running.byQueue();
    return this.queues.map((queue) => ({
      queue,
      used: used.get(queue)?.length ?? 0,
      free: free.get(queue)?.slots ?? 0,
    }));
  }

  /** Drops or finds the task of a subject; `subject-tasks.ts` documents each function. */
  readonly drop = drop;
  readonly isQueued = isQueued;
  readonly isRunning = isRunning;
  /** Counts the waiting tasks of a payer; `due.ts` documents it. */
  readonly countReadyOf = countReadyOf;

  /** Makes waiting work due now, and wakes a worker once that has committed. */
  async hasten(tx: Tx, queue: string, subject: string): Promise<void> {
    await hasten(tx, queue, subject);
    tx.afterCommit(() => this.#wakeUps.announce({ queue }, 0));
  }

  /** Aborts the handler of a subject, if it runs here. */
  interrupt(subject: string): void {
    this.#running.interrupt(subject);
  }

  async start(): Promise<void> {
    const { database, leaseMs, isAlone, log } = this.#options;
    if (isAlone) await releaseAll(database);
    await this.#lifeMark.keep();
    this.#sweeper.hasBeaten();
    this.#wakeUps.start();
    this.#timers = [
      setInterval(() => {
        this.#isWalking = true;
        this.wake();
      }, POLL_MS),
      setInterval(
        () => void this.#beat().catch((error: unknown) => log.error(error, "the heartbeat of tasks failed")),
        beatMs(leaseMs),
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

  /** Looks for due work of a queue, or of all, now; a call during a look makes it look once more. */
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

  /** Looks at a queue, or takes the task that a wake-up names where the last look has left nothing; a poll finds other due tasks. */
  #look(queue: string, named: (NamedTask & { payer: string }) | undefined): void {
    const handler = this.#handlers.get(queue);
    const isNamed = named !== undefined && handler !== undefined && NamedTasks.suits(handler);
    if (!isNamed || this.#short.has(queue) || this.#isDraining) return this.wake(queue);
    this.#named.add(queue, named);
    this.#beginTick();
  }

  /** Claims no more tasks, and hands back those that do not end within `graceMs`. */
  async drain(graceMs: number): Promise<void> {
    this.#isDraining = true;
    this.#wakeUps.stop();
    for (const timer of [this.#timers[0], this.#timers[2]]) clearInterval(timer);
    await this.#ticking;
    await this.#running.end(graceMs, {});
    await this.#putBackStrays().catch((error: unknown) =>
      this.#options.log.error(error, "tasks of a claim that failed were not put back"),
    );
    for (const each of this.#timers) clearInterval(each);
    await this.#lifeMark.stop();
  }

  async #tick(): Promise<void> {
    while (this.#hasNews && !this.#isDraining) {
      try {
        await this.#putBackStrays();
        await this.#takeNamed();
        const queues = [...this.#wanted];
        this.#wanted.clear();
        if (queues.length === 0) continue;
        const { database, leaseMs } = this.#options;
        const leasedUntil = elapsed() + leaseMs;
        const free = this.#freeSlots(queues);
        const found = await claim(database, free, this.#hints, {
          owner: this.owner,
          leaseMs,
          isInHand: (id) => this.#running.isInHand(id),
        });
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
        this.#strays.claimFailed();
        // The next poll asks again.
        this.#wanted.clear();
        return;
      }
    }
  }

  /** Puts back, with their counts as they were, tasks that an earlier claim took although its answer was lost. */
  async #putBackStrays(): Promise<void> {
    const { database } = this.#options;
    const strays = await this.#strays.find(database, this.owner, (row) => this.#running.has(row));
    for (const row of strays) {
      await this.#running.putBack(row);
      this.#wanted.add(row.queue);
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
    const running = this.#running.byQueue();
    for (const queue of queues) {
      const handler = this.#handlers.get(queue);
      const slots = handler && freeSlots(handler, running.get(queue) ?? [], performance.now());
      if (slots && slots.slots > 0) free.set(queue, slots);
    }
    return free;
  }

  #begin(row: ClaimedRow, leasedUntil: number): void {
    const handler = this.#handlers.get(row.queue);
    if (handler) this.#running.begin(handler, row, leasedUntil);
    // Its area was unloaded during the look: another process need not wait for the lease to run out.
    else void this.#running.putBack(row).catch(() => {});
  }

  /** Looks at a queue again after one of its tasks has made room for another. */
  #lookForMore({ queue, payer }: ClaimedRow): void {
    // A queue whose last look took all due tasks is looked at only during a look, because that look counted this slot as taken.
    if (!this.#short.has(queue) && this.#ticking === null) return;
    this.#hints.note(queue, payer);
    this.wake(queue);
  }

  async #beat(): Promise<void> {
    await this.#running.beat();
    // A connection that is half open answers after minutes.
    await within(beatMs(this.#options.leaseMs), this.#lifeMark.keep());
    this.#sweeper.hasBeaten();
  }

  async #sweep(): Promise<void> {
    if ((await this.#sweeper.sweep()) > 0) this.wake();
  }
}
