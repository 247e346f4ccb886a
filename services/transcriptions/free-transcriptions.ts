import { readReferredJobs } from "../../contracts/workflow-jobs.js";
import { type RecurringTask, recurringTask } from "../../engines/durable-queue/index.js";
import { systemMeta } from "../../runtime/actions/context.js";
import { type FreeSweep, type JobTable, SWEEP_MS, sweepFreeJobs } from "../billing/index.js";
import type { Host } from "../../runtime/process/host.js";
import { deleteFree } from "./transcription.repository.js";

/** The transcriptions that ended and may have cost nothing; a canceled one has failed. */
export const FREE_TRANSCRIPTIONS: JobTable = {
  table: "transcriptions",
  cost: "costCredits",
  account: "accountId",
  ended: ["failed"],
  bytes: null,
};

/** Makes the task that removes old transcriptions that cost nothing (rules/transcriptions 13). */
export const freeTranscriptionsTask = (host: Host): RecurringTask =>
  recurringTask(host, {
    queue: "transcriptions.sweepFree",
    everyMs: SWEEP_MS,
    run: ({ id, signal }) => sweepFree(host, { now: Date.now(), signal, requestId: id }),
  });

export const sweepFree = (
  host: Host,
  { requestId, ...sweep }: Pick<FreeSweep, "now" | "signal" | "most"> & { requestId: string },
): Promise<void> =>
  sweepFreeJobs(host, {
    ...sweep,
    of: FREE_TRANSCRIPTIONS,
    async remove(ids) {
      const { ids: referred } = await host.call(readReferredJobs, { ids: [...ids] }, systemMeta(requestId));
      const free = ids.filter((id) => !referred.includes(id));
      if (free.length > 0) await host.transact((tx) => deleteFree(tx, free));
    },
  });
