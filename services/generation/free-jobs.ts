import { readReferredJobs } from "../../contracts/workflow-jobs.js";
import { type RecurringTask, recurringTask } from "../../engines/durable-queue/index.js";
import { systemMeta } from "../../runtime/actions/context.js";
import { type FreeSweep, SWEEP_MS, sweepFreeJobs } from "../billing/index.js";
import type { Host } from "../../runtime/process/host.js";
import { cancelQueue } from "./cancel-job.js";
import { jobQueue } from "./create-job.js";
import { DROP_QUEUE } from "./drop-task.js";
import { deleteFree, findJobQueues, FREE_JOBS } from "./free-job.repository.js";

/** Makes the task that removes old jobs that cost nothing (rules/generation 22). */
export const freeJobsTask = (host: Host): RecurringTask =>
  recurringTask(host, {
    queue: "generation.sweepFree",
    everyMs: SWEEP_MS,
    run: ({ id, signal }) => sweepFree(host, { now: Date.now(), signal, requestId: id }),
  });

export const sweepFree = (
  host: Host,
  { requestId, ...sweep }: Pick<FreeSweep, "now" | "signal" | "most"> & { requestId: string },
): Promise<void> =>
  sweepFreeJobs(host, {
    ...sweep,
    of: FREE_JOBS,
    async remove(ids) {
      const { ids: referred } = await host.call(readReferredJobs, { ids: [...ids] }, systemMeta(requestId));
      const free: string[] = [];
      for (const { id, kind, provider } of await findJobQueues(host.read, ids)) {
        if (referred.includes(id)) continue;
        // A task of a job still looks for its files, or tells its provider, and reads the job for that.
        const queues = [DROP_QUEUE, cancelQueue(kind, provider), jobQueue(kind, provider)];
        const isQueued = (queue: string) => host.tasks.isQueued(host.read, queue, id);
        if (!(await Promise.all(queues.map(isQueued))).includes(true)) free.push(id);
      }
      if (free.length > 0) await host.transact((tx) => deleteFree(tx, free));
    },
  });
