import { costOf } from "./task-cost.js";
import { runTask, type TaskKind, type Tasks } from "./tasks.js";
import { WorkerClient } from "../worker-client/index.js";

/**
 * Estimated nanoseconds above which a task goes to the worker, so that the event loop stays free for
 * requests.
 */
const INLINE = 8e6;
const IDLE_MS = 2000;

export interface TaskRequest {
  kind: TaskKind;
  input: Tasks[TaskKind]["input"];
}

/** Runs tasks: small ones at once, larger ones one after the other in a worker that ends when idle. */
export class TaskPool {
  readonly #worker = new WorkerClient<TaskRequest, Tasks[TaskKind]["output"]>(
    import.meta.dirname,
    "task-worker",
  );
  readonly #inline: number;
  #idle: NodeJS.Timeout | undefined;

  constructor(inlineNanoseconds = INLINE) {
    this.#inline = inlineNanoseconds;
  }

  isInline<K extends TaskKind>(kind: K, input: Tasks[K]["input"]): boolean {
    return costOf(kind, input) <= this.#inline;
  }

  /** Runs a task. Throws when the worker ended. */
  async run<K extends TaskKind>(kind: K, input: Tasks[K]["input"]): Promise<Tasks[K]["output"]> {
    if (this.isInline(kind, input)) return runTask(kind, input);
    clearTimeout(this.#idle);
    try {
      return await this.#worker.ask({ kind, input });
    } finally {
      clearTimeout(this.#idle);
      if (this.#worker.isIdle) this.#idle = setTimeout(() => void this.stop(), IDLE_MS).unref();
    }
  }

  async stop(): Promise<void> {
    clearTimeout(this.#idle);
    await this.#worker.end();
  }
}
