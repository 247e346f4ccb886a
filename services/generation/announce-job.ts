import type { Host } from "../../runtime/process/host.js";
import type { Tx } from "../../runtime/database/transaction.js";
import { announce, announceCounted } from "../events/index.js";
import type { EndedJob } from "./job.repository.js";
import { eventOf, isTerminal } from "./present-job.js";

/**
 * Announces the job's state after the transaction's change to the submitter, and its total duration to
 * `/metrics`. `isCounted` says that the change has already counted up the head of the submitter's events
 * (`headOf`).
 */
export function announceJob(
  tx: Tx,
  host: Pick<Host, "signals" | "gauges">,
  job: EndedJob,
  { isCounted = false } = {},
): void {
  if (isTerminal(job.status)) tx.afterCommit(() => noteDuration(host, job));
  const tell = isCounted ? announceCounted : announce;
  tell(tx, host, job.accountId, eventOf(job));
}

function noteDuration({ gauges }: Pick<Host, "gauges">, job: EndedJob): void {
  const note = gauges.durations({
    name: "kiln_job_seconds",
    help: "From the submission of a generation to its end, by provider, model and status.",
    labels: ["provider", "model", "status"],
    buckets: [0.5, 1, 2, 5, 10, 30, 60, 120, 300, 600, 1800],
  });
  const { provider, model, status, createdAt } = job;
  note({ provider, model, status }, Math.max(0, Date.now() - createdAt) / 1000);
}
