import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { ServiceError, type ErrorCode } from "../../contracts/errors.js";
import { currentCaller } from "../concurrency/current-call.js";
import { FairQueue } from "../concurrency/fair-queue.js";

/** The answer of a worker's script to a job; see answerJobs. */
export type JobAnswer =
  | { isDone: true; value: unknown }
  | { isDone: false; code: ErrorCode | null; message: string };

export interface WorkerPoolOptions {
  /** The path of the workers' script, which calls answerJobs. */
  script: string;
  /** The milliseconds that a job may take; a longer one is ended with its thread. */
  limitMs: number;
  /** The milliseconds for which an idle thread waits for more work before it ends. */
  idleMs?: number;
  size?: number;
}

interface Job {
  data: unknown;
  caller: string | null;
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/**
 * The heap limit of one thread in MB. Jobs must be bounded to stay below it, because V8 may end the whole
 * process for a thread that exceeds it.
 */
const HEAP_MB = 1024;

/**
 * Threads for work that would block the event loop. They start when there is work, end when idle, and do one
 * job at a time. Callers take turns, and if there are several threads, one caller never has all of them, so
 * that nobody waits behind everything that another caller has asked for (ADR-0025). A job that takes too
 * long, or whose thread dies, fails with `unavailable`.
 */
export class WorkerPool {
  readonly #options: Required<WorkerPoolOptions>;
  readonly #waiting = new FairQueue<Job>();
  /** The number of threads that work for each caller; the process itself may use all of them. */
  readonly #working = new Map<string, number>();
  readonly #idle: { worker: Worker; timer: NodeJS.Timeout }[] = [];
  readonly #all = new Set<Worker>();

  constructor(options: WorkerPoolOptions) {
    const size = Math.max(1, Math.min(2, availableParallelism() - 1));
    this.#options = { idleMs: 30_000, size, ...options };
  }

  /** Returns the result of the script and throws the ServiceErrors that the script throws. */
  run(data: unknown): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.#waiting.add({ data, caller: currentCaller(), resolve, reject });
      this.#next();
    });
  }

  /** Ends the threads; running and waiting jobs fail. The next job starts threads again. */
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

  /** Returns an idle thread or a new one. */
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

  /** Removes a thread from the idle ones if it is among them. */
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
        // An error of the thread that arrives after its listeners are removed must not end the process.
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
    // If the event loop was blocked, an answer may have arrived already, so it is read before the job fails.
    const late = () => setImmediate(() => fail("This takes longer than the service can give."));
    const timer = setTimeout(late, this.#options.limitMs);
    worker.ref();
    worker.on("message", answered).on("error", died).on("exit", ended);
    worker.postMessage(job.data, []);
  }

  #rest(worker: Worker): void {
    // An idle thread must not keep the process from ending.
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
