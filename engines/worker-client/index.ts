import { extname, join } from "node:path";
import { parentPort, Worker } from "node:worker_threads";

interface Question {
  id: number;
  content: unknown;
}
type Reply = { id: number; answer: unknown } | { id: number; error: string };

interface Waiting {
  resolve(answer: unknown): void;
  reject(error: Error): void;
}

/** Thrown when a worker ended unexpectedly; the question is not necessarily the cause. */
export class WorkerDied extends Error {
  constructor(cause?: Error) {
    super("The worker ended.", { cause });
    this.name = "WorkerDied";
  }
}

/**
 * Asks a worker questions. An idle worker does not keep the process alive. When the worker dies, every
 * waiting question is rejected, and the next question starts another worker.
 */
export class WorkerClient<Asked, Answered> {
  readonly #script: string;
  #worker: Worker | null = null;
  #next = 0;
  readonly #waiting = new Map<number, Waiting>();

  /**
   * `name` is that of the script in `folder`, without its extension, so that sources and dist use the same
   * name.
   */
  constructor(folder: string, name: string) {
    this.#script = join(folder, `${name}${extname(import.meta.filename)}`);
  }

  get isIdle(): boolean {
    return this.#waiting.size === 0;
  }

  /** Tells whether the next question goes to a worker that already runs. */
  get isRunning(): boolean {
    return this.#worker !== null;
  }

  /** Asks a question. Throws what the worker threw, or `WorkerDied`. */
  ask(content: Asked): Promise<Answered> {
    const worker = (this.#worker ??= this.#start());
    return new Promise<unknown>((resolve, reject) => {
      const id = this.#next++;
      this.#waiting.set(id, { resolve, reject });
      worker.ref();
      worker.postMessage({ id, content } satisfies Question, []);
    }) as Promise<Answered>;
  }

  /** Ends the worker. Questions that still wait are rejected. */
  async end(): Promise<void> {
    const worker = this.#worker;
    if (worker === null) return;
    this.#lose(worker, new Error("The worker was ended."));
    await worker.terminate();
  }

  #start(): Worker {
    const worker = new Worker(this.#script);
    worker.on("message", (reply: Reply) => this.#settle(worker, reply));
    worker.once("error", (error: Error) => this.#lose(worker, new WorkerDied(error)));
    worker.once("exit", () => this.#lose(worker, new WorkerDied()));
    return worker;
  }

  #settle(worker: Worker, reply: Reply): void {
    const waiting = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    if (this.isIdle) worker.unref();
    if ("error" in reply) waiting?.reject(new Error(reply.error));
    else waiting?.resolve(reply.answer);
  }

  #lose(worker: Worker, error: Error): void {
    if (this.#worker !== worker) return;
    this.#worker = null;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}

/**
 * Answers questions in the worker. A question that comes before the last answer is served beside it, so the
 * caller must wait for an answer that changes state.
 */
export function serveClient<Asked, Answered>(answer: (content: Asked) => Answered | Promise<Answered>): void {
  parentPort?.on("message", async ({ id, content }: Question) => {
    parentPort?.postMessage(await reply(id, () => answer(content as Asked)), []);
  });
}

async function reply(id: number, answer: () => unknown): Promise<Reply> {
  try {
    return { id, answer: await answer() };
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error) };
  }
}
