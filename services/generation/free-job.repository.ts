import type { GenerationJob } from "../../entities/generation-job.js";
import type { JobTable } from "../billing/index.js";
import { placeholders } from "../../runtime/database/reader.js";
import type { Reader, Tx } from "../../runtime/database/transaction.js";

/** The generation jobs that ended and may have cost nothing; only one that succeeded has results or costs anything. */
export const FREE_JOBS: JobTable = {
  table: "generation_jobs",
  cost: "costCredits",
  account: "accountId",
  ended: ["failed", "canceled"],
  bytes: "paramsBytes",
};

/** Returns what names the queues of jobs' tasks; parameters, which may be long, are not read. */
export const findJobQueues = (
  read: Reader,
  ids: readonly string[],
): Promise<Pick<GenerationJob, "id" | "kind" | "provider">[]> =>
  read.query<Pick<GenerationJob, "id" | "kind" | "provider">>(
    `SELECT id, kind, provider FROM generation_jobs WHERE id IN (${placeholders(ids)})`,
    ids,
  );

/** Deletes jobs that failed or were canceled and cost nothing; others stay. */
export async function deleteFree(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.run(
    `DELETE FROM generation_jobs WHERE id IN (${placeholders(ids)}) AND status IN ('failed', 'canceled') AND costCredits = 0`,
    ids,
  );
}
