import cluster, { type Worker } from "node:cluster";
import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "../log.js";
import { isMessage, NUMBER, type ToSupervisor } from "./messages.js";
import { Questions, tell } from "./questions.js";

export interface SupervisorOptions {
  count: number;
  /** How long a stop may take (DRAIN_SECONDS). */
  drainMs: number;
  log: Logger;
}

/** One of the processes that there are to be, and the worker that is it now. */
interface Slot {
  number: number;
  worker: Worker | null;
  /** How often in a row one of it ended soon. */
  failures: number;
  readyAt: number;
  timer: NodeJS.Timeout | null;
}

/** Before a process that died is started again: doubled each time that it dies soon. */
const PAUSE = { leastMs: 100, mostMs: 30_000 };
/** One that served for so long did not die of its start. */
const SOON_MS = 60_000;
/** How long a process may need until it serves; the very first one has no limit. */
const START_MS = 300_000;

/** For how long the next one waits for it to leave. */
const LEAVE_MS = 5000;

/** The first process ended before it served; it has said why. */
export class StartFailed extends Error {
  override readonly name = "StartFailed";
}

/**
 * Starts processes that share the port of this machine, and keeps them there (ADR-0049). The socket that listens is one for
 * all: each takes a connection when it is free, so a dead or frozen one holds none that it had not accepted.
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

  /** The first alone, for it migrates the database and makes what a first start makes. Throws StartFailed. */
  start(): Promise<void> {
    const started = this.#start();
    // a reload that is asked for meanwhile begins when all serve: it would have the first one leave
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

  /** Has new processes take over from those that run, one after the other. */
  reload(): Promise<void> {
    if (this.#isReloadDue) return this.#reloading;
    this.#isReloadDue = true;
    return (this.#reloading = this.#reloading.then(() => this.#reload()));
  }

  /** Ends all; resolves when they are gone, within DRAIN_SECONDS. */
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

  /** Starts one for a slot; true when it serves, false when it ended before. */
  async #fill(slot: Slot): Promise<boolean> {
    slot.timer = null;
    // it would hear of no stop that was asked for before
    if (this.#isStopping) return false;
    const worker = this.#fork(slot);
    slot.worker = worker;
    // the first one may migrate for as long as it takes; another one that stands still would keep reloads waiting for ever
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

  /** The new one serves before the old one leaves. */
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
    // it ends itself in that time, unless it is frozen
    const late = setTimeout(() => old.process.kill("SIGKILL"), this.#options.drainMs + 1000);
    void ended.then(() => clearTimeout(late));
    // clients that keep a connection open and say nothing would hold up the others' replacement
    await Promise.race([ended, sleep(LEAVE_MS)]);
  }
}

const workers = (): Worker[] => Object.values(cluster.workers ?? {}).flatMap((worker) => worker ?? []);
