import cluster, { type Worker } from "node:cluster";
import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "../log.js";
import { isMessage, NUMBER, type ToSupervisor } from "./messages.js";
import { Questions, tell } from "./questions.js";

export interface SupervisorOptions {
  count: number;
  /** The milliseconds that a stop may take (DRAIN_SECONDS). */
  drainMs: number;
  log: Logger;
}

/** One of the processes that the machine should run, and the worker that currently fills it. */
interface Slot {
  number: number;
  worker: Worker | null;
  /** The number of workers of this slot that ended soon, in a row. */
  failures: number;
  readyAt: number;
  timer: NodeJS.Timeout | null;
}

/** The pause before a process that died is started again; it doubles each time that the process dies soon. */
const PAUSE = { leastMs: 100, mostMs: 30_000 };
/** The milliseconds of service after which the end of a process does not count as a failed start. */
const SOON_MS = 60_000;
/** The milliseconds that a process may need until it serves; the very first process has no limit. */
const START_MS = 300_000;

/** The milliseconds for which the replacement of the next process waits for an old process to leave. */
const LEAVE_MS = 5000;

/** The error of a start whose first process ended before it served; that process has logged the reason. */
export class StartFailed extends Error {
  override readonly name = "StartFailed";
}

/**
 * Starts the processes that share the port of this machine and replaces those that end (ADR-0049). All
 * processes share one listening socket, and each accepts a connection when it is free, so a dead or frozen
 * process holds only connections that it had accepted.
 */
export class Supervisor {
  readonly #options: SupervisorOptions;
  readonly #slots: Slot[];
  readonly #questions = new Questions();
  readonly #ready = new Map<Worker, () => void>();
  #hasStarted = false;
  #isStopping = false;
  #reloading: Promise<void> = Promise.resolve();
  #isReloadDue = false;

  constructor(options: SupervisorOptions) {
    this.#options = options;
    this.#slots = Array.from({ length: options.count }, (_, at) => ({
      number: at + 1,
      worker: null,
      failures: 0,
      readyAt: 0,
      timer: null,
    }));
    cluster.schedulingPolicy = cluster.SCHED_NONE;
    cluster.on("message", (worker, message: unknown) => {
      if (isMessage(message)) this.#hear(worker, message as ToSupervisor);
    });
    cluster.on("exit", (worker, code, signal) => this.#ended(worker, signal ?? `code ${code}`));
  }

  /**
   * Starts the first process alone, because it migrates the database and creates what a first start needs,
   * and then the others. Throws StartFailed.
   */
  start(): Promise<void> {
    const started = this.#start();
    // A reload that is requested meanwhile begins when all processes serve, because it would make the first
    // one leave.
    this.#reloading = started.catch(() => {});
    return started;
  }

  async #start(): Promise<void> {
    const [first, ...others] = this.#slots;
    if (first === undefined) return;
    if (!(await this.#fill(first))) throw new StartFailed();
    this.#hasStarted = true;
    await Promise.all(others.map((slot) => this.#fill(slot)));
  }

  /** Replaces the running processes with new ones, one after the other. */
  reload(): Promise<void> {
    if (this.#isReloadDue) return this.#reloading;
    this.#isReloadDue = true;
    return (this.#reloading = this.#reloading.then(() => this.#reload()));
  }

  /** Ends all processes and resolves when they are gone, within DRAIN_SECONDS. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    for (const { timer } of this.#slots) clearTimeout(timer ?? undefined);
    const late = setTimeout(() => this.#signalAll("SIGKILL"), this.#options.drainMs);
    this.#signalAll("SIGTERM");
    while (workers().length > 0) await sleep(20);
    clearTimeout(late);
  }

  #signalAll(signal: NodeJS.Signals): void {
    for (const worker of workers()) worker.process.kill(signal);
  }

  /** Starts a process for a slot and returns true when it serves, or false if it ended before. */
  async #fill(slot: Slot): Promise<boolean> {
    slot.timer = null;
    // A process that starts now would not receive the stop that was requested before.
    if (this.#isStopping) return false;
    const worker = this.#fork(slot);
    slot.worker = worker;
    // The first process may migrate for as long as it takes; any other process that hangs would keep reloads
    // waiting for ever.
    if (!this.#hasStarted) return this.#served(worker, slot);
    return this.#servedInTime(worker, slot);
  }

  #fork({ number }: Slot): Worker {
    return cluster.fork({ [NUMBER]: String(number) });
  }

  async #served(worker: Worker, slot: Slot): Promise<boolean> {
    const isReady = await new Promise<boolean>((resolve) => {
      this.#ready.set(worker, () => resolve(true));
      worker.once("exit", () => resolve(false));
    });
    this.#ready.delete(worker);
    if (isReady) slot.readyAt = performance.now();
    return isReady;
  }

  async #servedInTime(worker: Worker, slot: Slot): Promise<boolean> {
    const late = setTimeout(() => worker.process.kill("SIGKILL"), START_MS);
    const isReady = await this.#served(worker, slot);
    clearTimeout(late);
    return isReady;
  }

  #hear(worker: Worker, message: ToSupervisor): void {
    if (message.kiln === "ready") return this.#ready.get(worker)?.();
    const { count } = this.#options;
    if (message.kiln === "answer") return this.#questions.answer(worker, message, count);
    const serving = this.#slots.flatMap((slot) => (slot.worker === null ? [] : [slot.worker]));
    this.#questions.ask(worker, message.id, serving);
  }

  #ended(worker: Worker, how: string): void {
    const slot = this.#slots.find((each) => each.worker === worker);
    if (slot === undefined || this.#isStopping) return;
    slot.worker = null;
    if (!this.#hasStarted) return;
    const isSoon = slot.readyAt === 0 || performance.now() - slot.readyAt < SOON_MS;
    slot.failures = isSoon ? slot.failures + 1 : 1;
    slot.readyAt = 0;
    const pause = Math.min(PAUSE.mostMs, PAUSE.leastMs * 2 ** (slot.failures - 1));
    this.#options.log.warn(
      `Process ${slot.number} ended by ${how}; another one starts in ${pause / 1000} s.`,
    );
    slot.timer = setTimeout(() => void this.#fill(slot), pause);
  }

  async #reload(): Promise<void> {
    this.#isReloadDue = false;
    const { log } = this.#options;
    log.info("The processes are replaced, one after the other.");
    for (const slot of this.#slots) {
      if (this.#isStopping) return;
      if (await this.#replace(slot)) continue;
      if (this.#isStopping) return;
      log.error("A new process did not come to serve: the others stay as they are.");
      return;
    }
    log.info("The processes are replaced.");
  }

  /** Replaces the process of a slot; the new process serves before the old one leaves. */
  async #replace(slot: Slot): Promise<boolean> {
    const fresh = this.#fork(slot);
    const readyAt = slot.readyAt;
    const isReady = await this.#servedInTime(fresh, slot);
    if (!isReady) {
      slot.readyAt = readyAt;
      return false;
    }
    const old = slot.worker;
    clearTimeout(slot.timer ?? undefined);
    Object.assign(slot, { worker: fresh, timer: null, failures: 0 });
    if (old !== null) await this.#leave(old);
    return true;
  }

  async #leave(old: Worker): Promise<void> {
    if (old.isDead()) return;
    const ended = new Promise((resolve) => old.once("exit", resolve));
    tell(old, { kiln: "leave" });
    // The process ends itself in that time, unless it is frozen.
    const late = setTimeout(() => old.process.kill("SIGKILL"), this.#options.drainMs + 1000);
    void ended.then(() => clearTimeout(late));
    // Clients that keep an idle connection open must not delay the replacement of the other processes.
    await Promise.race([ended, sleep(LEAVE_MS)]);
  }
}

const workers = (): Worker[] => Object.values(cluster.workers ?? {}).flatMap((worker) => worker ?? []);
