import type { GenerationJob } from "../../entities/generation-job.js";
import type { Host } from "../../runtime/host.js";
import type { Tx } from "../../runtime/transaction.js";
import { announce } from "../events/index.js";
import { isTerminal, progressOf } from "./present-job.js";

/** Tells the submitter how the job stands after the transaction's change. */
export const announceJob = (tx: Tx, host: Pick<Host, "signals">, job: GenerationJob): void =>
  announce(tx, host, job.accountId, {
    type: "generation",
    id: job.id,
    status: job.status,
    progress: progressOf(job),
    queuePosition: isTerminal(job.status) ? null : job.queuePosition,
    projectId: job.projectId,
  });
