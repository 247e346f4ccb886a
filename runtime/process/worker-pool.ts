import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { ServiceError, type ErrorCode } from "../../contracts/errors.js";
import { currentCaller } from "../concurrency/current-call.js";
import { FairLine } from "../concurrency/fair-line.js";

/** What a worker's script answers to a job; see answerJobs. */
export type JobAnswer =
  | { isDone: true; value: unknown }
  | { isDone: false; code: ErrorCode | null; message: string };

export interface WorkerPoolOptions {
  /** File of the workers' script, which calls answerJobs. */
  script: string;
  /** Work that takes longer ends with its thread. */
  limitMs: number;
  /** How long a thread waits for more before it ends. */
  idleMs?: number;
  size?: number;
}

interface Job {
  data: unknown;
  caller: string | null;
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/** Of one thread. Work must be bounded so that it stays below: V8 may end the whole process for one that does not. */
const HEAP_MB = 1024;

/**
 * Threads for work that would hold the event loop up. They start when there is work and end when idle; one job a
 * thread at a time. Callers take turns, and one caller never has all threads where there are several, so that nobody
 * waits behind all that somebody else has asked for (ADR-0025). A job that takes too long, or whose thread dies, is
 * `unavailable`.
 */
export class WorkerPool {
  readonly #options: Required<WorkerPoolOptions>;
  readonly #waiting = new FairLine<Job>();
  /** How many threads work for each caller; the process itself may have all. */
  readonly #working = new Map<string, number>();
  readonly #idle: { worker: Worker; timer: NodeJS.Timeout }[] = [];
  readonly #all = new Set<Worker>();

  constructor(options: WorkerPoolOptions) {
    const size = Math.max(1, Math.min(2, availableParallelism() - 1));
    this.#options = { idleMs: 30_000, size, ...options };
  }

  /** Gives what the script gives, and throws the ServiceErrors that it throws. */
  run(data: unknown): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.#waiting.add({ data, caller: currentCaller(), resolve, reject });
      this.#next();
    });
  }

  /** Ends the threads; work in hand and work that waits fails. The next job starts them again. */
  async stop(): Promise<void> {
    for (const { timer } of this.#idle.splice(0)) clearTimeout(timer);
    for (let job = this.#waiting.take(); job !== null; job = this.#waiting.take()) job.reject(stopped());
    await Promise.all([...this.#all].map((worker) => worker.terminate()));
  }

  #next(): void {
    if (this.#idle.length === 0 && this.#all.size >= this.#options.size) return;
    const job = this.#waiting.take((caller) => this.#mayHave(caller));
    if (job !== null) this.#work(this.#take(), job);
  }

  #mayHave(caller: string | null): boolean {
    return caller === null || (this.#working.get(caller) ?? 0) < Math.max(1, this.#options.size - 1);
  }

  #count(caller: string | null, change: 1 | -1): void {
    if (caller === null) return;
    const working = (this.#working.get(caller) ?? 0) + change;
    if (working > 0) this.#working.set(caller, working);
    else this.#working.delete(caller);
  }

  /** A thread that is idle, or a new one. */
  #take(): Worker {
    const free = this.#idle.pop();
    if (free) {
      clearTimeout(free.timer);
      return free.worker;
    }
    const worker = new Worker(this.#options.script, { resourceLimits: { maxOldGenerationSizeMb: HEAP_MB } });
    this.#all.add(worker);
    worker.once("exit", () => {
      this.#all.delete(worker);
      this.#wake(worker);
      this.#next();
    });
    return worker;
  }

  /** Takes a thread out of the idle ones, if it is there. */
  #wake(worker: Worker): void {
    const index = this.#idle.findIndex((each) => each.worker === worker);
    for (const { timer } of index < 0 ? [] : this.#idle.splice(index, 1)) clearTimeout(timer);
  }

  #work(worker: Worker, job: Job): void {
    let isSettled = false;
    this.#count(job.caller, 1);
    const settle = (then: () => void) => {
      if (isSettled) return;
      isSettled = true;
      this.#count(job.caller, -1);
      clearTimeout(timer);
      worker.off("message", answered).off("error", died).off("exit", ended);
      then();
    };
    const fail = (message: string, cause?: unknown) =>
      settle(() => {
        // a caller that listens no more must not bring the process down
        worker.on("error", () => {});
        void worker.terminate();
        job.reject(new ServiceError("unavailable", message, { details: { retryAfterSeconds: 5 }, cause }));
      });
    const answered = (answer: JobAnswer) =>
      settle(() => {
        this.#rest(worker);
        if (answer.isDone) job.resolve(answer.value);
        else
          job.reject(answer.code ? new ServiceError(answer.code, answer.message) : new Error(answer.message));
        this.#next();
      });
    const died = (error: Error) => fail("This takes more than the service can give.", error);
    const ended = () =>
      settle(() => {
        job.reject(stopped());
        this.#next();
      });
    // An answer may be there already, when the event loop was held up: it is read before.
    const late = () => setImmediate(() => fail("This takes longer than the service can give."));
    const timer = setTimeout(late, this.#options.limitMs);
    worker.ref();
    worker.on("message", answered).on("error", died).on("exit", ended);
    worker.postMessage(job.data, []);
  }

  #rest(worker: Worker): void {
    // an idle thread keeps nobody from ending
    worker.unref();
    const end = () => {
      this.#wake(worker);
      void worker.terminate();
    };
    this.#idle.push({ worker, timer: setTimeout(end, this.#options.idleMs).unref() });
  }
}

const stopped = () =>
  new ServiceError("unavailable", "The service stops.", { details: { retryAfterSeconds: 5 } });
