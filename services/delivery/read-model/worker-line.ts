import { extname, join } from "node:path";
import { parentPort, Worker } from "node:worker_threads";
import { reasonOf } from "../../../runtime/errors/reason-of.js";

interface Question {
  id: number;
  content: unknown;
}
type Reply = { id: number; answer: unknown } | { id: number; error: string };

interface Waiting {
  resolve(answer: unknown): void;
  reject(error: Error): void;
}

/**
 * Asks a worker one thing after the other. The worker keeps nobody from ending while it is asked nothing; when it
 * dies, all who wait are told, and the next question starts another one.
 */
export class WorkerLine<Asked, Answered> {
  readonly #script: string;
  #worker: Worker | null = null;
  #next = 0;
  readonly #waiting = new Map<number, Waiting>();

  /** `name` is that of the script, without its extension, in `folder`: the same from sources and from dist. */
  constructor(folder: string, name: string) {
    this.#script = join(folder, `${name}${extname(import.meta.filename)}`);
  }

  get isIdle(): boolean {
    return this.#waiting.size === 0;
  }

  /** Throws what the worker threw, or that it ended. */
  ask(content: Asked): Promise<Answered> {
    const worker = (this.#worker ??= this.#start());
    return new Promise<unknown>((resolve, reject) => {
      const id = this.#next++;
      this.#waiting.set(id, { resolve, reject });
      worker.ref();
      worker.postMessage({ id, content } satisfies Question, []);
    }) as Promise<Answered>;
  }

  /** Ends the worker. Who still waits is told that it ended. */
  async end(): Promise<void> {
    const worker = this.#worker;
    if (worker === null) return;
    this.#lose(worker, new Error("The worker was ended."));
    await worker.terminate();
  }

  #start(): Worker {
    const worker = new Worker(this.#script);
    worker.on("message", (reply: Reply) => this.#settle(worker, reply));
    worker.once("error", (error) => this.#lose(worker, error));
    worker.once("exit", () => this.#lose(worker, new Error("The worker ended.")));
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

/** The other end: answers each question in turn. */
export function answerLine<Asked, Answered>(answer: (content: Asked) => Answered): void {
  parentPort?.on("message", ({ id, content }: Question) => {
    parentPort?.postMessage(
      reply(id, () => answer(content as Asked)),
      [],
    );
  });
}

function reply(id: number, answer: () => unknown): Reply {
  try {
    return { id, answer: answer() };
  } catch (error) {
    return { id, error: reasonOf(error) };
  }
}
