import type { Order } from "./messages.js";
import { StudioError } from "./studio-error.js";
import { StudioProcess } from "./studio-process.js";
import { TurnsByAccount } from "./turns-by-account.js";

/**
 * `quick`: a request waits for the work, which is done in moments. `long`: the work belongs to a job. Neither
 * lane waits for the other.
 */
export type Lane = "quick" | "long";

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
  /**
   * The number of works of each lane that run at once. Up to two more works of other accounts begin if those
   * have run for a second.
   */
  processes: Readonly<Record<Lane, number>>;
  /** The memory in MB that all processes together may hold. */
  totalMb: number;
}

interface Waiting {
  readonly account: string;
  readonly work: StudioWork;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
  /**
   * The memory in bytes that the work held when it had to give way. It begins again when that much is free or
   * when nothing else runs.
   */
  needsBytes: number;
}

interface Running extends Waiting {
  readonly process: StudioProcess;
  readonly since: number;
}

const WATCH_MS = 100;
/**
 * The milliseconds after which a running work no longer keeps another one from beginning, as long as at most
 * MOST_BEYOND more works run than usual.
 */
const LONG_MS = 1000;
const MOST_BEYOND = 2;
const IDLE_MS = 10_000;
const MB = 2 ** 20;

/**
 * The few processes in which untrusted media is decoded and media is made. They start when needed and end
 * when idle (ADR-0014). Each work has limits of processor time, duration and memory. All works together have
 * a limit of memory too: when they exceed it, the latest one gives way and begins again when there is room.
 */
export class Studio {
  readonly #options: StudioOptions;
  readonly #waiting: Readonly<Record<Lane, TurnsByAccount<Waiting>>> = {
    quick: new TurnsByAccount(),
    long: new TurnsByAccount(),
  };
  readonly #running = new Set<Running>();
  readonly #idle: { process: StudioProcess; timer: NodeJS.Timeout }[] = [];
  #watch: NodeJS.Timeout | undefined;

  constructor(options: StudioOptions) {
    this.#options = options;
  }

  /** Returns the result of the work's script. Rejects with StudioError or the signal's reason. */
  run(work: StudioWork): Promise<unknown> {
    const { signal, account, lane } = work;
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const abort = () => this.#drop(waiting, signal.reason);
      const settled = () => signal.removeEventListener("abort", abort);
      const waiting: Waiting = {
        account,
        work,
        needsBytes: 0,
        resolve: (value) => (settled(), resolve(value)),
        reject: (error) => (settled(), reject(error)),
      };
      signal.addEventListener("abort", abort, { once: true });
      this.#waiting[lane].add(waiting);
      this.#next(lane);
    });
  }

  #drop(waiting: Waiting, reason: unknown): void {
    this.#waiting[waiting.work.lane].remove(waiting);
    for (const running of this.#running) if (running.work === waiting.work) running.process.end();
    waiting.reject(reason);
  }

  #next(lane: Lane): void {
    for (;;) {
      const own = [...this.#running].filter(({ work }) => work.lane === lane);
      const gone = own.filter(({ since }) => performance.now() - since > LONG_MS).length;
      if (own.length >= this.#options.processes[lane] + Math.min(gone, MOST_BEYOND)) return;
      const waiting = this.#waiting[lane].take(
        ({ account, needsBytes }) =>
          !own.some((running) => running.account === account) && this.#hasRoom(needsBytes),
      );
      if (waiting === null) return;
      this.#begin(waiting);
    }
  }

  #hasRoom(bytes: number): boolean {
    return bytes === 0 || this.#running.size === 0 || this.#heldBytes() + bytes <= this.#options.totalMb * MB;
  }

  #heldBytes(): number {
    return [...this.#running].reduce((sum, { process }) => sum + (process.usage?.residentBytes ?? 0), 0);
  }

  #begin(waiting: Waiting): void {
    const process = this.#take();
    const running: Running = { ...waiting, process, since: performance.now() };
    this.#running.add(running);
    this.#watch ??= setInterval(() => this.#look(), WATCH_MS);
    void process
      .do({ script: waiting.work.script, data: waiting.work.data }, waiting.work.progress)
      .then(
        (value) => () => waiting.resolve(value),
        (error: unknown) => () => this.#failed(waiting, error),
      )
      .then((settle) => {
        this.#running.delete(running);
        if (this.#running.size === 0) {
          clearInterval(this.#watch);
          this.#watch = undefined;
        }
        this.#rest(process);
        settle();
        this.#nextOfAll();
      });
  }

  #nextOfAll(): void {
    this.#next("quick");
    this.#next("long");
  }

  #failed(waiting: Waiting, error: unknown): void {
    if (waiting.work.signal.aborted) return;
    if (!(error instanceof GivesWay)) return waiting.reject(error);
    waiting.needsBytes = error.heldBytes;
    this.#waiting[waiting.work.lane].putBack(waiting);
  }

  /**
   * Ends works that exceed their limits, and idle processes or the latest work if all together exceed the
   * limit of memory.
   */
  #look(): void {
    let total = 0;
    for (const running of this.#running) {
      const { process, since, work } = running;
      const { limits } = work;
      const usage = process.usage;
      const { cpuSeconds = 0, residentBytes = 0 } = usage ?? {};
      total += residentBytes;
      if (cpuSeconds > limits.cpuSeconds || performance.now() - since > limits.wallSeconds * 1000)
        process.end(new StudioError("time", `it takes more than ${limits.cpuSeconds} seconds of work`));
      else if (residentBytes > limits.memoryMb * MB)
        process.end(new StudioError("memory", `it takes more than ${limits.memoryMb} MB of memory`));
    }
    for (const { process } of this.#idle) total += process.usage?.residentBytes ?? 0;
    if (total <= this.#options.totalMb * MB) return this.#nextOfAll();
    for (const { process } of this.#idle) process.end();
    if (this.#running.size > 1 && this.#heldBytes() > this.#options.totalMb * MB) {
      const { process } = this.#latest();
      process.end(new GivesWay(process.usage?.residentBytes ?? 1));
    }
  }

  /** Returns the work that gives way: the latest one of the lane `long`, or else the latest one of all. */
  #latest(): Running {
    const all = [...this.#running].toSorted((a, b) => b.since - a.since);
    return all.find(({ work }) => work.lane === "long") ?? all[0];
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
class GivesWay extends Error {
  readonly heldBytes: number;

  constructor(heldBytes: number) {
    super("It gives way to others.");
    this.heldBytes = heldBytes;
  }
}
