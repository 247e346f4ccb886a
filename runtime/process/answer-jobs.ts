import { parentPort } from "node:worker_threads";
import { ServiceError } from "../../contracts/errors.js";
import type { JobAnswer } from "./worker-pool.js";
import { reasonOf } from "../errors/reason-of.js";

/**
 * Answers each job that arrives at this worker thread with the result of `work`. Only the script of a
 * WorkerPool's worker may call it.
 */
export function answerJobs(work: (data: never) => unknown): void {
  const port = parentPort;
  if (!port) throw new Error("Only a worker answers jobs.");
  port.on("message", (data) => port.postMessage(answerTo(work, data as never)));
}

function answerTo(work: (data: never) => unknown, data: never): JobAnswer {
  try {
    return { isDone: true, value: work(data) };
  } catch (error) {
    const code = error instanceof ServiceError ? error.code : null;
    return { isDone: false, code, message: reasonOf(error) };
  }
}
