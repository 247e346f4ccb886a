import type { Kind } from "../../contracts/models.js";
import type { GenerationJob } from "../../entities/generation-job.js";
import type { Host } from "../../runtime/process/host.js";
import * as billing from "../billing/index.js";
import { jobQueue } from "./create-job.js";
import { endUnfinished } from "./end-job.js";
import { findJob } from "./job.repository.js";
import { isTerminal } from "./present-job.js";

/**
 * Marks a live job canceled, whatever the upstream does (rules/generation 6); a terminal job stays as it is.
 * The upstream is told after the commit, as a best effort.
 */
export async function cancelJob(host: Host, job: GenerationJob): Promise<GenerationJob> {
  if (isTerminal(job.status)) return job;
  await billing.onBehalfOfPayer(job.payerId, () =>
    host.transact(async (tx) => {
      if (!(await endUnfinished(tx, host, job, "canceled", null))) return;
      await host.tasks.drop(tx, jobQueue(job.kind, job.provider), job.id);
      if (job.status === "running")
        await host.tasks.enqueue(tx, {
          queue: cancelQueue(job.kind, job.provider),
          subject: job.id,
          payer: job.payerId,
        });
      tx.afterCommit(() => host.signals.send("job.canceled", { id: job.id }));
    }),
  );
  const after = await findJob(host.read, job.id);
  if (after === null) throw new Error("A job vanished.");
  return after;
}

/** Returns the queue of upstream cancels. Each kind has its own, because each kind has its own worker. */
export const cancelQueue = (kind: Kind, provider: string): string => `generation.${kind}.cancel@${provider}`;
