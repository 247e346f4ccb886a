import type { FreeWork } from "../billing/index.js";
import type { Host } from "../../runtime/process/host.js";
import { cancelQueue } from "./cancel-job.js";
import { jobQueue } from "./create-job.js";
import { DROP_QUEUE } from "./drop-task.js";
import { deleteFree, findJobQueues, FREE_JOBS } from "./free-job.repository.js";

/** Returns how old jobs that cost nothing are removed (rules/generation 22). */
export const freeJobs = (host: Pick<Host, "read" | "transact" | "tasks">): FreeWork => ({
  queue: "generation.sweepFree",
  of: FREE_JOBS,
  async remove(ids) {
    const free: string[] = [];
    for (const { id, kind, provider } of await findJobQueues(host.read, ids)) {
      // A task of a job still looks for its files, or tells its provider, and reads the job for that.
      const queues = [DROP_QUEUE, cancelQueue(kind, provider), jobQueue(kind, provider)];
      const isQueued = (queue: string) => host.tasks.isQueued(host.read, queue, id);
      if (!(await Promise.all(queues.map(isQueued))).includes(true)) free.push(id);
    }
    if (free.length > 0) await host.transact((tx) => deleteFree(tx, free));
  },
});
