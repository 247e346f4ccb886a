import { OwnersTurns, type TurnLimits } from "./owners-turns.js";
import { costOf } from "./task-cost.js";
import { runTask, type TaskKind, type Tasks } from "./tasks.js";
import { WorkerClient } from "../worker-client/index.js";

/**
 * Estimated nanoseconds above which a task goes to the worker, so that the event loop stays free for
 * requests.
 */
const INLINE = 8e6;
const IDLE_MS = 2000;
/** A running task takes as much memory as the texts that it reads; a waiting one takes next to none. */
const TURNS: TurnLimits = { atOnce: 1, ofOwner: 1, waiting: 256 };

export interface TaskRequest {
  kind: TaskKind;
  input: Tasks[TaskKind]["input"];
}

/** Runs the tasks of one owner. */
export interface TaskRunner {
  isInline<K extends TaskKind>(kind: K, input: Tasks[K]["input"]): boolean;
  /** Runs a task. Throws when the worker ended, and IndexBusy. */
  run<K extends TaskKind>(kind: K, input: Tasks[K]["input"]): Promise<Tasks[K]["output"]>;
}

/**
 * Runs tasks: small ones at once, larger ones one after the other in a worker that ends when idle. Owners take turns
 * in it, and a bounded number of tasks of each may wait.
 */
export class TaskPool {
  readonly #worker = new WorkerClient<TaskRequest, Tasks[TaskKind]["output"]>(
    import.meta.dirname,
    "task-worker",
  );
  readonly #turns = new OwnersTurns(TURNS);
  readonly #inline: number;
  #idle: NodeJS.Timeout | undefined;

  constructor(inlineNanoseconds = INLINE) {
    this.#inline = inlineNanoseconds;
  }

  isInline<K extends TaskKind>(kind: K, input: Tasks[K]["input"]): boolean {
    return costOf(kind, input) <= this.#inline;
  }

  /** Returns what runs the tasks of one owner, whose key may be any text. */
  of(owner: string): TaskRunner {
    return {
      isInline: (kind, input) => this.isInline(kind, input),
      run: (kind, input) => this.run(owner, kind, input),
    };
  }

  /** Runs a task. Throws when the worker ended, and IndexBusy where many tasks of the owner wait. */
  async run<K extends TaskKind>(
    owner: string,
    kind: K,
    input: Tasks[K]["input"],
  ): Promise<Tasks[K]["output"]> {
    if (this.isInline(kind, input)) return runTask(kind, input);
    return this.#turns.run(owner, () => this.#ask(kind, input));
  }

  async #ask<K extends TaskKind>(kind: K, input: Tasks[K]["input"]): Promise<Tasks[K]["output"]> {
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
