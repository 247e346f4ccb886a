import { In } from "typeorm";
import type { JobState } from "../../contracts/generation.js";
import { GenerationJob } from "../../entities/generation-job.js";
import { placeholders } from "../../runtime/database/reader.js";
import type { Reader, Tx } from "../../runtime/database/transaction.js";
import type { CircuitNumbers } from "./submit.repository.js";

const LIVE = ["queued", "running"] as const;

export const findJob = (read: Reader, id: string): Promise<GenerationJob | null> =>
  read.findOne(GenerationJob, { id });

/**
 * The columns that the end of a job needs, for its cost and its announcement. They can be read whatever the
 * job's parameters and results hold.
 */
export type EndedJob = Pick<
  GenerationJob,
  | "id"
  | "accountId"
  | "actorEmail"
  | "payerId"
  | "estimatedCredits"
  | "projectId"
  | "provider"
  | "model"
  | "status"
  | "progressThousandths"
  | "queuePosition"
  | "wakes"
  | "createdAt"
>;

export async function findEndedJob(read: Reader, id: string): Promise<EndedJob | null> {
  const rows = await read.query<EndedJob>(
    `SELECT id, accountId, actorEmail, payerId, estimatedCredits, projectId, provider, model, status, progressThousandths, queuePosition,
            wakes, createdAt FROM generation_jobs WHERE id = ?`,
    [id],
  );
  const [row] = rows.map((job) => ({
    ...job,
    estimatedCredits: Number(job.estimatedCredits),
    createdAt: Number(job.createdAt),
  }));
  return row ?? null;
}

/** Returns the state and results of those of the jobs that exist, without their parameters, which may be long. */
export async function findJobStates(read: Reader, ids: readonly string[]): Promise<JobState[]> {
  const rows = await read.query<Omit<JobState, "resultStorageIds"> & { resultStorageIds: string | null }>(
    `SELECT id, kind, status, resultStorageIds, costCredits, errorMessage FROM generation_jobs WHERE id IN (${placeholders(ids)})`,
    ids,
  );
  return rows.map(({ resultStorageIds, costCredits, ...state }) => ({
    ...state,
    resultStorageIds: resultStorageIds === null ? null : (JSON.parse(resultStorageIds) as string[]),
    costCredits: costCredits === null ? null : Number(costCredits),
  }));
}

/** Returns those of the jobs that exist, in no particular order. */
export const findJobs = (read: Reader, ids: readonly string[]): Promise<GenerationJob[]> =>
  read.find(GenerationJob, { id: In([...ids]) });

/** Returns those of the jobs that are queued or running. */
export const findLiveJobs = (read: Reader, ids: readonly string[]): Promise<GenerationJob[]> =>
  read.find(GenerationJob, { id: In([...ids]), status: In([...LIVE]) });

/** The sum of the bytes of a job's long columns, in SQL. */
const LENGTHS = ["params", "resultStorageIds", "resultMetadata", "errorMessage", "handle"]
  .map((column) => `COALESCE(OCTET_LENGTH(${column}), 0)`)
  .join(" + ");

/** A job of a list, with the bytes of its texts as they are stored. */
export interface JobSize {
  id: string;
  bytes: number;
}

/**
 * Returns the sizes of a page of an account's or a project's jobs, newest first, and the number of all of them.
 * Each filter has an index in this order.
 */
export async function measureJobsPage(
  longRead: Reader,
  {
    limit,
    offset,
    ...where
  }: { accountId?: string; projectId?: string; cutId?: string; limit: number; offset: number },
): Promise<{ sizes: JobSize[]; total: number }> {
  const filters = Object.entries(where);
  const [rows, total] = await Promise.all([
    longRead.query<JobSize>(
      `SELECT id, ${LENGTHS} AS bytes FROM generation_jobs WHERE ${filters.map(([column]) => `${column} = ?`).join(" AND ")}
        ORDER BY createdAt DESC, id DESC LIMIT ${Number(limit)} OFFSET ${Number(offset)}`,
      filters.map(([, value]) => value),
    ),
    longRead.count(GenerationJob, where),
  ]);
  return { sizes: rows.map(({ id, bytes }) => ({ id, bytes: Number(bytes) })), total };
}

/** Returns those of the jobs that exist, in no particular order, with pauses for the event loop between them. */
export async function findJobsOfList(longRead: Reader, ids: readonly string[]): Promise<GenerationJob[]> {
  const rows = await longRead.query<Record<string, unknown>>(
    `SELECT * FROM generation_jobs WHERE id IN (${placeholders(ids)})`,
    ids,
  );
  return longRead.entities(GenerationJob, rows);
}

/**
 * Returns jobs with the circuits of their providers, from one statement and in no particular order. A row
 * that cannot be read, such as one whose parameters are not JSON, has its error in the place of the job.
 */
export async function findJobsAndCircuits(
  read: Reader,
  ids: readonly string[],
): Promise<{ id: string; job: GenerationJob | Error; circuit: CircuitNumbers }[]> {
  const rows = await read.query<Record<string, unknown>>(
    `SELECT job.*, circuit.failures AS circuitFailures, circuit.openUntil AS circuitOpenUntil FROM generation_jobs AS job
      LEFT JOIN provider_circuits AS circuit ON circuit.id = job.provider WHERE job.id IN (${placeholders(ids)})`,
    ids,
  );
  return rows.map((row) => ({
    id: String(row["id"]),
    job: jobOf(read, row),
    circuit: {
      failures: Number(row["circuitFailures"] ?? 0),
      openUntil: Number(row["circuitOpenUntil"] ?? 0),
    },
  }));
}

function jobOf(read: Reader, row: Readonly<Record<string, unknown>>): GenerationJob | Error {
  try {
    return read.entity(GenerationJob, row);
  } catch (error) {
    return new Error(`The row of the job ${String(row["id"])} cannot be read.`, { cause: error });
  }
}

/** The columns of a deleted project's jobs that are read; parameters may be long. */
export type JobStatus = Pick<GenerationJob, "id" | "status">;

/** Returns some jobs of a project, ended ones included. Reads the index IX_generation_jobs_project. */
export const findJobsOfProject = (
  read: Reader,
  { projectId, limit }: { projectId: string; limit: number },
): Promise<JobStatus[]> =>
  read.query<JobStatus>(`SELECT id, status FROM generation_jobs WHERE projectId = ? LIMIT ${limit}`, [
    projectId,
  ]);

/** Takes jobs out of a project. */
export async function clearProject(
  tx: Tx,
  { ids, projectId }: { ids: readonly string[]; projectId: string },
): Promise<void> {
  await tx.run(
    `UPDATE generation_jobs SET projectId = NULL WHERE id IN (${placeholders(ids)}) AND (projectId = ?) IS TRUE`,
    [...ids, projectId],
  );
}

/**
 * Counts a failure of the upstream after which it is asked again. `isSubmitFree` says that the submit is
 * known to have come to nothing.
 */
export async function countFailure(
  tx: Tx,
  { id, faultySince, isSubmitFree }: { id: string; faultySince: number; isSubmitFree: boolean },
): Promise<void> {
  const submits = isSubmitFree ? ", submits = 0" : "";
  await tx.run(
    `UPDATE generation_jobs SET failures = failures + 1, faultySince = ?${submits} WHERE id = ? AND status = 'running'`,
    [faultySince, id],
  );
}

/** Forgets the submits of a running job, of which it is known that nothing was sent. */
export const forgetSubmits = async (tx: Tx, id: string): Promise<void> => {
  await tx.run("UPDATE generation_jobs SET submits = 0 WHERE id = ? AND status = 'running'", [id]);
};

/** Notes the time since when the provider of a live job has been at fault, where none is noted yet. */
export async function setFaultySince(
  tx: Tx,
  { id, faultySince }: { id: string; faultySince: number },
): Promise<void> {
  await tx.run(
    "UPDATE generation_jobs SET faultySince = ? WHERE id = ? AND faultySince IS NULL AND status IN ('queued', 'running')",
    [faultySince, id],
  );
}

/** Ends a queued or running job that has no results; returns whether the job was queued or running. */
export const endLiveJob = async (
  tx: Tx,
  job: Pick<GenerationJob, "id" | "status" | "costCredits" | "errorMessage" | "errorCode" | "errorRetryable">,
): Promise<boolean> =>
  (await tx.run(
    "UPDATE generation_jobs SET status = ?, costCredits = ?, errorMessage = ?, errorCode = ?, errorRetryable = ?, completedAt = ? WHERE id = ? AND status IN ('queued', 'running')",
    [
      job.status,
      job.costCredits,
      job.errorMessage,
      job.errorCode,
      job.errorRetryable === null ? null : job.errorRetryable ? 1 : 0,
      Date.now(),
      job.id,
    ],
  )) === 1;
