import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { Worker } from "node:worker_threads";

/** Returns a growing list of the worker threads that this process starts from now on. */
export function watchWorkers(t: { teardown(end: () => void): void }): readonly Worker[] {
  const workers: Worker[] = [];
  const hear = (message: unknown) => workers.push((message as { worker: Worker }).worker);
  subscribe("worker_threads", hear);
  t.teardown(() => unsubscribe("worker_threads", hear));
  return workers;
}
