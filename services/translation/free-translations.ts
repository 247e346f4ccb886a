import { readReferredJobs } from "../../contracts/workflow-jobs.js";
import { type RecurringTask, recurringTask } from "../../engines/durable-queue/index.js";
import { systemMeta } from "../../runtime/actions/context.js";
import { type FreeSweep, type JobTable, SWEEP_MS, sweepFreeJobs } from "../billing/index.js";
import type { Host } from "../../runtime/process/host.js";
import { deleteEndedCalls, findCallsOfJob } from "./call.repository.js";
import { deleteFree } from "./job.repository.js";
import { JOB_QUEUE } from "./run-job.js";

/** The translation jobs that ended and may have cost nothing. */
export const FREE_TRANSLATIONS: JobTable = {
  table: "translation_jobs",
  cost: "creditsSpent",
  account: "startedById",
  ended: ["complete", "canceled", "failed"],
  bytes: null,
};

/** Makes the task that removes old translations that cost nothing (rules/translation 17). */
export const freeTranslationsTask = (host: Host): RecurringTask =>
  recurringTask(host, {
    queue: "translation.sweepFree",
    everyMs: SWEEP_MS,
    run: ({ id, signal }) => sweepFree(host, { now: Date.now(), signal, requestId: id }),
  });

export const sweepFree = (
  host: Host,
  { requestId, ...sweep }: Pick<FreeSweep, "now" | "signal" | "most"> & { requestId: string },
): Promise<void> =>
  sweepFreeJobs(host, {
    ...sweep,
    of: FREE_TRANSLATIONS,
    async remove(ids) {
      const { ids: referred } = await host.call(readReferredJobs, { ids: [...ids] }, systemMeta(requestId));
      for (const id of ids) {
        if (sweep.signal.aborted || referred.includes(id)) continue;
        // The document in flight of a canceled job may still be charged.
        if (await host.tasks.isQueued(host.read, JOB_QUEUE, id)) continue;
        if ((await findCallsOfJob(host.read, { jobId: id, status: "running" })).length > 0) continue;
        if (!(await deleteEndedCalls(host, sweep.signal, id))) continue;
        await host.transact((tx) => deleteFree(tx, id));
      }
    },
  });
