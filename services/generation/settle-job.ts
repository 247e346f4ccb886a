import type { GenerationJob } from "../../entities/generation-job.js";
import type { Host } from "../../runtime/process/host.js";
import {
  type GuardedChange,
  enqueueNew,
  type NewTask,
  type ClaimedTask,
} from "../../engines/durable-queue/index.js";
import type { Tx } from "../../runtime/database/transaction.js";
import * as billing from "../billing/index.js";
import * as projects from "../projects/index.js";
import * as storage from "../storage/index.js";
import { announceJob } from "./announce-job.js";
import { noteSuccess } from "./circuit.js";
import type { Result } from "./copy-results.js";
import { wakeFollower } from "./end-job.js";
import { settlementOf } from "./job-cost.js";
import { findJob } from "./job.repository.js";
import { succeeded } from "./job-change.repository.js";
import { isTerminal } from "./present-job.js";
import { dropResults } from "./results.js";

const EXTENSIONS: Record<string, string> = {
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/webp": "webp",
  "image/gif": "gif",
  "image/avif": "avif",
  "image/svg+xml": "svg",
  "video/mp4": "mp4",
  "video/webm": "webm",
  "audio/wav": "wav",
  "audio/mpeg": "mp3",
  "audio/ogg": "ogg",
  "audio/flac": "flac",
  "audio/mp4": "m4a",
};

export interface Made {
  results: readonly Result[];
  /** The provider's metadata of each result. */
  metadata: readonly unknown[];
  /** The time for which conflicts of the database are retried. Default: the queue's own limit for an answer, 5 minutes. */
  forMs?: number;
}

/**
 * Settles a job whose results are in storage, in one transaction: terminal state, results with their links to the
 * project, ledger entry, end of the task. A job that has ended meanwhile keeps its end, and results that it does not have are removed.
 */
export async function settleJob(
  host: Host,
  task: ClaimedTask,
  job: GenerationJob,
  { results, metadata, forMs = Infinity }: Made,
): Promise<void> {
  try {
    const settle = () =>
      host.transact(async (tx) => {
        const preview = {
          storageId: results[0]?.storageId ?? null,
          kind: results[0]?.contentType.split("/")[0] ?? null,
        };
        const settled = await billing.settleBeside(tx, settlementOf(job, "succeeded", preview));
        const projectId = await projects.liveProject(tx, job.projectId);
        const files = results.map((result, index) => ({
          ...result,
          // The name has the end of the id, since ids of jobs that are created at the same time begin alike.
          filename: `${job.model}-${job.id.slice(-12)}${results.length > 1 ? `-${index + 1}` : ""}.${EXTENSIONS[result.contentType] ?? "bin"}`,
        }));
        const claimed = await storage.claimResults(tx, { ownerId: job.accountId, projectId, files });
        await noteSuccess(tx, job.provider);
        // This comes before the head of the events is locked, as the process that has the follower's task may wait for that head.
        await wakeFollower(tx, host, job);
        const storageIds = results.map((result) => result.storageId);
        const beside = [...settled.beside, ...claimed.beside];
        const costCredits = settled.charged;
        await endJob(
          tx,
          task,
          claimed.looks,
          succeeded(tx, job, { costCredits, storageIds, metadata, beside }),
        );
        announceJob(tx, host, { ...job, projectId, status: "succeeded" }, { isCounted: true });
        tx.afterCommit(() => host.signals.send("job.settled", { id: job.id }));
        host.fault?.("generation.settling");
      });
    // The upstream may not give its results a second time.
    await task.untilStored(() => billing.onBehalfOfPayer(job.payerId, settle), forMs);
  } catch (error) {
    const now = await findJob(host.read, job.id);
    if (now === null || !isTerminal(now.status)) throw error;
    // The job ended while the results were copied. If another process settled it, they are its results now.
    return dropResults(host, job.id);
  }
  host.fault?.("generation.settled");
}

/**
 * Writes the terminal state with the balance, and ends the task, which goes on as the first look at the results. The statements that
 * wait travel with it in one round trip, since others wait for the payer's balance.
 */
async function endJob(
  tx: Tx,
  task: ClaimedTask,
  [first, ...others]: readonly NewTask[],
  change: GuardedChange,
): Promise<void> {
  for (const look of others) await enqueueNew(tx, look);
  if (first !== undefined) return task.goOnAs(tx, change, first);
  await Promise.all([task.change(tx, change), task.complete(tx)]);
}
