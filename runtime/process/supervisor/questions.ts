import type { Worker } from "node:cluster";
import type { FromSupervisor, ToSupervisor } from "./messages.js";

/** The milliseconds that a question waits for processes that do not answer. */
const PATIENCE_MS = 1000;

interface Open {
  asker: Worker;
  /** The number by which the asker knows its question. */
  id: number;
  waiting: Set<Worker>;
  values: unknown[];
  timer: NodeJS.Timeout;
}

/** Passes a process's question on to all processes of the machine, and their answers back to it. */
export class Questions {
  readonly #open = new Map<number, Open>();
  #next = 0;

  ask(asker: Worker, id: number, all: readonly Worker[]): void {
    const question = (this.#next += 1);
    const timer = setTimeout(() => this.#end(question, all.length), PATIENCE_MS);
    this.#open.set(question, { asker, id, waiting: new Set(all), values: [], timer });
    for (const worker of all) tell(worker, { kiln: "asked", id: question });
  }

  answer(worker: Worker, { id, value }: Extract<ToSupervisor, { kiln: "answer" }>, count: number): void {
    const open = this.#open.get(id);
    if (open === undefined || !open.waiting.delete(worker)) return;
    if (value !== null) open.values.push(value);
    if (open.waiting.size === 0) this.#end(id, count);
  }

  #end(question: number, count: number): void {
    const open = this.#open.get(question);
    if (open === undefined) return;
    this.#open.delete(question);
    clearTimeout(open.timer);
    tell(open.asker, { kiln: "answers", id: open.id, values: open.values, count });
  }
}

/** Sends a message to a worker. A worker that is ending does not receive it, which is no error. */
export function tell(worker: Worker, message: FromSupervisor): void {
  if (worker.isConnected()) worker.send(message, () => {});
}
