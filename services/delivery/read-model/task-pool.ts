import { extname, join } from "node:path";
import { Worker } from "node:worker_threads";
import { costOf, runTask, type TaskKind, type Tasks } from "./tasks.js";

/** The same file from sources and from dist. */
const SCRIPT = join(import.meta.dirname, `task-worker${extname(import.meta.filename)}`);

/** What takes longer goes to the worker: the event loop belongs to requests. In nanoseconds. */
const INLINE = 8e6;
const IDLE_MS = 30_000;

export interface TaskRequest {
  id: number;
  kind: TaskKind;
  input: Tasks[TaskKind]["input"];
}
export type TaskReply = { id: number; output: unknown } | { id: number; error: string };

interface Waiting {
  resolve(output: unknown): void;
  reject(error: Error): void;
}

/** Runs tasks: small ones at once, others one after the other in a worker that ends when idle. */
export class TaskPool {
  #worker: Worker | null = null;
  #next = 0;
  #idle: NodeJS.Timeout | undefined;
  readonly #waiting = new Map<number, Waiting>();
  readonly #inline: number;

  constructor(inlineNanoseconds = INLINE) {
    this.#inline = inlineNanoseconds;
  }

  isInline(kind: TaskKind, count: number): boolean {
    return costOf(kind, count) <= this.#inline;
  }

  /** In the worker. Throws when the task did, or its worker ended. */
  run<K extends TaskKind>(kind: K, input: Tasks[K]["input"]): Promise<Tasks[K]["output"]> {
    if (this.isInline(kind, input.count)) return Promise.resolve(runTask(kind, input));
    clearTimeout(this.#idle);
    const worker = (this.#worker ??= this.#start());
    return new Promise<unknown>((resolve, reject) => {
      const id = this.#next++;
      this.#waiting.set(id, { resolve, reject });
      worker.ref();
      worker.postMessage({ id, kind, input } satisfies TaskRequest, []);
    }) as Promise<Tasks[K]["output"]>;
  }

  async stop(): Promise<void> {
    clearTimeout(this.#idle);
    const worker = this.#worker;
    this.#worker = null;
    this.#fail(new Error("The read model was closed."));
    await worker?.terminate();
  }

  #start(): Worker {
    const worker = new Worker(SCRIPT, { name: "read-model" });
    worker.on("message", (reply: TaskReply) => this.#settle(worker, reply));
    worker.once("error", (error) => this.#lose(worker, error));
    worker.once("exit", () => this.#lose(worker, new Error("The worker of the read model ended.")));
    return worker;
  }

  #settle(worker: Worker, reply: TaskReply): void {
    const waiting = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    if ("error" in reply) waiting?.reject(new Error(reply.error));
    else waiting?.resolve(reply.output);
    if (this.#waiting.size > 0) return;
    // An idle worker keeps nobody from ending, and ends after a while.
    worker.unref();
    this.#idle = setTimeout(() => void this.stop(), IDLE_MS).unref();
  }

  #lose(worker: Worker, error: Error): void {
    if (this.#worker !== worker) return;
    this.#worker = null;
    this.#fail(error);
  }

  #fail(error: Error): void {
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}
