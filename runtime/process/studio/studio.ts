import type { Order } from "./messages.js";
import { StudioError } from "./studio-error.js";
import { StudioProcess } from "./studio-process.js";
import { TurnsByAccount } from "./turns-by-account.js";

/** `quick`: somebody waits for it, and it is done in moments. `long`: work of a job. One never waits for the other. */
export type Lane = "quick" | "long";

export interface Limits {
  cpuSeconds: number;
  /** Also of works that use no processor; longer than `cpuSeconds`, for machines that have others to serve. */
  wallSeconds: number;
  memoryMb: number;
}

export interface StudioWork extends Order {
  lane: Lane;
  /** Whose it is: works of an account are done one after the other in each lane, and accounts take turns. */
  account: string;
  limits: Limits;
  /** Ends it, begun or not. */
  signal: AbortSignal;
  /** Is told how far it is, where its script says so: from 0 to 1, and from 0 again when it has to begin again. */
  progress?: (fraction: number) => void;
}

export interface StudioOptions {
  /** How many works of each lane are under way at once; two more where those have gone on for a second, of other accounts. */
  processes: Readonly<Record<Lane, number>>;
  /** What all processes together may hold. */
  totalMb: number;
}

interface Waiting {
  readonly account: string;
  readonly work: StudioWork;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
  /** What it held when it had to give way: it begins again when so much is free, or nothing else is under way. */
  needsBytes: number;
}

interface Running extends Waiting {
  readonly process: StudioProcess;
  readonly since: number;
}

const WATCH_MS = 100;
/** A work that has gone on for so long keeps nobody else from beginning, until so many are under way beyond the usual number. */
const LONG_MS = 1000;
const MOST_BEYOND = 2;
const IDLE_MS = 10_000;
const MB = 2 ** 20;

/**
 * The processes in which media of strangers is decoded and media is made, a few of them, started when needed and ended when
 * idle (ADR-0014). Each work has limits of processor time, time and memory. All works together have one of memory
 * too: when they do not fit, the latest one gives way and begins again when there is room.
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

  /** Gives what the script gives. Rejects with StudioError, or the signal's reason. */
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

  /** Ends what is over its limits. */
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

  /** The one that gives way: of the long ones, if there is any. */
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

/** It will be done later. */
class GivesWay extends Error {
  readonly heldBytes: number;

  constructor(heldBytes: number) {
    super("It gives way to others.");
    this.heldBytes = heldBytes;
  }
}
