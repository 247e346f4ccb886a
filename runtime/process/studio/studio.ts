import { type Memory, sumOf } from "./memory.js";
import type { Order } from "./messages.js";
import { NO_USAGE, type Usage } from "./process-usage.js";
import { type Lane, Schedule } from "./schedule.js";
import { StudioError } from "./studio-error.js";
import { StudioProcess } from "./studio-process.js";

export interface Limits {
  cpuSeconds: number;
  /**
   * The limit for the whole duration, which also ends works that use no processor time. It is longer than
   * `cpuSeconds`, for machines that are busy with other work.
   */
  wallSeconds: number;
  memoryMb: number;
}

export interface StudioWork extends Order {
  lane: Lane;
  /**
   * The account that the work belongs to. The works of one account run one after the other in each lane, and
   * accounts take turns.
   */
  account: string;
  limits: Limits;
  /** The signal that ends the work, whether it has begun or not. */
  signal: AbortSignal;
  /**
   * Receives the progress from 0 to 1 if the script reports it, and again from 0 if the work has to begin
   * again.
   */
  progress?: (fraction: number) => void;
}

export interface StudioOptions {
  /** The number of works of each lane that run at once (`ScheduleOptions`). */
  processes: Readonly<Record<Lane, number>>;
  /** The memory in MB that all processes together may hold. */
  totalMb: number;
}

interface Wanted {
  readonly account: string;
  readonly lane: Lane;
  readonly work: StudioWork;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

interface Run {
  readonly process: StudioProcess;
  readonly since: number;
}

const WATCH_MS = 100;
const IDLE_MS = 10_000;
const MB = 2 ** 20;

/**
 * The few processes in which untrusted media is decoded and media is made. They start when needed and end
 * when idle (ADR-0014). Each work has limits of processor time, duration and memory. All works together have
 * a limit of memory too: when they exceed it, some give way and begin again later (`Schedule`).
 */
export class Studio {
  readonly #options: StudioOptions;
  readonly #schedule: Schedule<Wanted>;
  readonly #running = new Map<Wanted, Run>();
  readonly #idle: { process: StudioProcess; timer: NodeJS.Timeout }[] = [];
  #watch: NodeJS.Timeout | undefined;

  constructor(options: StudioOptions) {
    this.#options = options;
    this.#schedule = new Schedule({
      processes: options.processes,
      totalBytes: options.totalMb * MB,
    });
  }

  /** Returns the result of the work's script. Rejects with StudioError or the signal's reason. */
  run(work: StudioWork): Promise<unknown> {
    const { signal, account, lane } = work;
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const abort = () => this.#drop(wanted, signal.reason);
      const settled = () => signal.removeEventListener("abort", abort);
      const wanted: Wanted = {
        account,
        lane,
        work,
        resolve: (value) => (settled(), resolve(value)),
        reject: (error) => (settled(), reject(error)),
      };
      signal.addEventListener("abort", abort, { once: true });
      this.#schedule.add(wanted);
      this.#next();
    });
  }

  #drop(wanted: Wanted, reason: unknown): void {
    this.#schedule.remove(wanted);
    this.#running.get(wanted)?.process.end();
    wanted.reject(reason);
  }

  /** Begins all works that may begin. */
  #next(): void {
    for (;;) {
      const wanted = this.#schedule.next(performance.now(), this.#memoryOf);
      if (wanted === null) return;
      this.#begin(wanted);
    }
  }

  readonly #memoryOf = (wanted: Wanted): Memory => this.#running.get(wanted)?.process.usage ?? NO_USAGE;

  #begin(wanted: Wanted): void {
    const run: Run = { process: this.#take(), since: performance.now() };
    this.#running.set(wanted, run);
    this.#watch ??= setInterval(() => this.#look(), WATCH_MS);
    const { script, data, progress } = wanted.work;
    void run.process
      .do({ script, data }, progress)
      .then(
        (value) => () => wanted.resolve(value),
        (error: unknown) => (error instanceof GivesWay ? null : () => wanted.reject(error)),
      )
      .then((settle) => this.#ended(wanted, run, settle));
  }

  /** Takes note of a run that ended; `settle` is null if the work gave way and stays in the schedule. */
  #ended(wanted: Wanted, run: Run, settle: (() => void) | null): void {
    // A work that gave way may run again already.
    if (this.#running.get(wanted) === run) this.#running.delete(wanted);
    if (settle !== null) this.#schedule.remove(wanted);
    if (this.#running.size === 0) {
      clearInterval(this.#watch);
      this.#watch = undefined;
    }
    this.#rest(run.process);
    settle?.();
    this.#next();
  }

  /**
   * Ends works that exceed their limits, and idle processes and the works that give way if all together exceed
   * the limit of memory. Then begins the works that may begin.
   */
  #look(): void {
    const held = new Map<Wanted, Memory>();
    for (const [wanted, { process, since }] of this.#running) {
      const usage = process.usage;
      const fault = faultOf(wanted.work.limits, usage ?? NO_USAGE, performance.now() - since);
      if (fault !== null) process.end(fault);
      held.set(wanted, process.hasEnded ? NO_USAGE : (usage ?? NO_USAGE));
    }
    const totalBytes = this.#options.totalMb * MB;
    const idle = this.#idle.map(({ process }) => process.usage ?? NO_USAGE);
    if (sumOf([...held.values(), ...idle]) > totalBytes) for (const { process } of this.#idle) process.end();
    const leaving = this.#schedule.giveWay(performance.now(), (wanted) => held.get(wanted) ?? NO_USAGE);
    for (const wanted of leaving) this.#running.get(wanted)?.process.end(new GivesWay());
    this.#next();
  }

  #take(): StudioProcess {
    for (;;) {
      const free = this.#idle.pop();
      if (free === undefined) return new StudioProcess();
      clearTimeout(free.timer);
      if (!free.process.hasEnded) return free.process;
    }
  }

  #rest(process: StudioProcess): void {
    if (process.hasEnded) return;
    const timer = setTimeout(() => {
      this.#idle.splice(
        this.#idle.findIndex((each) => each.process === process),
        1,
      );
      process.end();
    }, IDLE_MS).unref();
    this.#idle.push({ process, timer });
  }
}

/** The error of a work that gave way to others and will begin again later. */
class GivesWay extends Error {}

/** Returns the error of a work that exceeds its limits; null if it does not. */
function faultOf(limits: Limits, usage: Usage, elapsedMs: number): StudioError | null {
  if (usage.cpuSeconds > limits.cpuSeconds || elapsedMs > limits.wallSeconds * 1000)
    return new StudioError("time", `it takes more than ${limits.cpuSeconds} seconds of work`);
  if (usage.ownBytes + usage.sharedBytes > limits.memoryMb * MB)
    return new StudioError("memory", `it takes more than ${limits.memoryMb} MB of memory`);
  return null;
}
