import type { FreeWork, JobTable } from "../billing/index.js";
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

/** Returns how old translations that cost nothing are removed (rules/translation 17). */
export const freeTranslations = (host: Host): FreeWork => ({
  queue: "translation.sweepFree",
  of: FREE_TRANSLATIONS,
  async remove(ids, signal) {
    for (const id of ids) {
      if (signal.aborted) return;
      // The document in flight of a canceled job may still be charged.
      if (await host.tasks.isQueued(host.read, JOB_QUEUE, id)) continue;
      if ((await findCallsOfJob(host.read, { jobId: id, status: "running" })).length > 0) continue;
      if (await deleteEndedCalls(host, signal, id)) await host.transact((tx) => deleteFree(tx, id));
    }
  },
});
