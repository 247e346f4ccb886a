import { v7 } from "uuid";
import { checkModelParams } from "../../contracts/catalog.js";
import { invalidParams, ServiceError } from "../../contracts/errors.js";
import type { Kind } from "../../contracts/models.js";
import { UNKNOWN_STORAGE_ID } from "../../contracts/sentences.js";
import { resolveMedia } from "../../contracts/storage.js";
import type { GenerationJob } from "../../entities/generation-job.js";
import { bytesProblem, countProblem } from "../../plugins/kit/input-limit.js";
import type { ActionContext } from "../../runtime/actions/context.js";
import { canBuy } from "../../contracts/can-buy.js";
import type { Host } from "../../runtime/process/host.js";
import type { Reader, Tx } from "../../runtime/database/transaction.js";
import * as billing from "../billing/index.js";
import { announce } from "../events/index.js";
import * as projects from "../projects/index.js";
import { FREE_JOBS } from "./free-job.repository.js";
import { type JobRequest, type JobSubject, refuseBlockedPayer } from "./generation.policy.js";
import { eventOf } from "./present-job.js";
import { type CircuitState, readBeforeSubmit, refuseOpen } from "./circuit-reads.js";
import { countLiveOfAccount, insertionOf } from "./submit.repository.js";

/**
 * The most queued and running jobs of an account (rules/generation 12). Running jobs count too, because a job
 * spends most of its time at its provider.
 */
const MAX_WAITING_JOBS = 1000;

export interface CreatedJob {
  job: GenerationJob;
  estimatedCredits: number;
}

/** A job that was checked and priced, and is not stored yet. */
export interface PreparedJob {
  job: GenerationJob;
  paidOnly: boolean;
  /** True when the account has so many jobs that several submissions at once could pass the limit. */
  isNear: boolean;
  /** The circuit as it was read a moment before. A job that is submitted after it opened waits behind it. */
  circuit: CircuitState;
  /** The budget against which the cost counts beside the payer's balance (`Auth.budgetId`). */
  budgetId: string | null;
}

/**
 * Checks a request, then holds the estimate, inserts the job and queues its work in one transaction, so that
 * a crash leaves all of it or nothing. Nothing is charged before the job ends.
 */
export async function createJob(
  host: Host,
  context: ActionContext,
  request: JobRequest,
  subject: JobSubject,
): Promise<CreatedJob> {
  const prepared = await prepareJob(host, context, request, subject);
  const { job } = prepared;
  // A transaction that waits for the payer's balance takes the payer's share of the connections, whichever
  // member of the project asks.
  await billing.onBehalfOfPayer(job.payerId, () =>
    host.transact(async (tx) => {
      await context.idempotency?.record(tx, job.id);
      await submitJob(host, tx, prepared);
    }),
  );
  host.fault?.("generation.created");
  return { job, estimatedCredits: job.estimatedCredits };
}

/** Checks and prices a request; changes nothing. `wakes` is the task that becomes due at the job's end. */
export async function prepareJob(
  host: Pick<Host, "config" | "read" | "plugins">,
  context: ActionContext,
  request: JobRequest,
  subject: JobSubject,
  wakes: { queue: string; subject: string } | null = null,
): Promise<PreparedJob> {
  refuseBlockedPayer(host, context, subject);
  const estimatedCredits = await checkRequest(context, request);
  const { accountId } = context.auth;
  // The count is read before any lock is taken. It is read again under the balance's lock only where several
  // submissions at once could pass the limit.
  const { waiting, free, circuit } = await readBeforeSubmit(host, accountId, subject.model.provider);
  refuseMore(waiting);
  if (free.jobs >= billing.MOST_RECENT.jobs || free.bytes >= billing.MOST_RECENT.bytes)
    await billing.refuseManyFree(host.read, FREE_JOBS, { accountId, noun: "jobs" });
  const isNear = waiting >= MAX_WAITING_JOBS / 2;
  const job: GenerationJob = {
    id: v7(),
    accountId,
    actorEmail: context.auth.email,
    payerId: subject.payerId,
    projectId: subject.projectId,
    cutId: request.cutId ?? null,
    model: subject.model.id,
    provider: subject.model.provider,
    kind: subject.model.kind,
    params: request.params,
    paramsBytes: Buffer.byteLength(JSON.stringify(request.params)),
    status: "queued",
    estimatedCredits,
    costCredits: null,
    errorMessage: null,
    errorCode: null,
    errorRetryable: null,
    resultStorageIds: null,
    submits: 0,
    failures: 0,
    handle: null,
    upstreamSince: null,
    pendingSince: null,
    faultySince: null,
    progressThousandths: null,
    queuePosition: null,
    resultMetadata: null,
    providerGoneSince: null,
    wakes: wakes === null ? null : `${wakes.queue} ${wakes.subject}`,
    createdAt: Date.now(),
    completedAt: null,
  };
  return { job, paidOnly: subject.model.paidOnly, isNear, circuit, budgetId: context.auth.budgetId ?? null };
}

/** Checks the parameters against model and stored objects; returns the price. Throws `invalid_params`. */
export async function checkRequest(context: ActionContext, request: JobRequest): Promise<number> {
  const {
    estimatedCredits,
    media,
    inputLimit = {},
  } = await context.call(checkModelParams, {
    id: request.model,
    params: request.params,
  });
  if (media.length === 0) return estimatedCredits;
  refuse(countProblem(request.model, inputLimit, media));
  const { objects } = await context.call(resolveMedia, {
    storageIds: [...new Set(media.map((input) => input.storageId))],
  });
  const found = new Map(objects.map((object) => [object.storageId, object]));
  for (const { field, storageId, kinds } of media) {
    const type = found.get(storageId)?.contentType;
    if (type === undefined) throw invalidParams(UNKNOWN_STORAGE_ID);
    const kind = type.split("/")[0] ?? "";
    if (!kinds.includes(kind))
      throw invalidParams(`params.${field} must be of kind ${kinds.join(" or ")}; the object is ${type}.`);
  }
  refuse(bytesProblem(request.model, inputLimit, media, (id) => found.get(id)?.sizeBytes));
  return estimatedCredits;
}

function refuse(problem: string | null): void {
  if (problem !== null) throw invalidParams(problem);
}

/**
 * Holds the price of a prepared job, inserts the job and queues its work in the caller's transaction. Locks
 * the balance, then the project.
 */
export async function submitJob(
  host: Pick<Host, "tasks" | "signals" | "config" | "gauges">,
  tx: Tx,
  { job, paidOnly, isNear, circuit, budgetId }: PreparedJob,
): Promise<void> {
  // All writes go with the COMMIT, because others wait for the payer's balance.
  await billing.hold(tx, {
    workId: job.id,
    payerId: job.payerId,
    actorId: job.accountId,
    projectId: job.projectId,
    budgetId,
    credits: job.estimatedCredits,
    paidOnly,
    ...(paidOnly && { canBuy: canBuy(host) }),
  });
  if (isNear) await countWaiting(tx, job.accountId);
  if (job.projectId !== null)
    await projects.joinProject(tx, { projectId: job.projectId, accountId: job.accountId });
  refuseOpen(job.provider, circuit);
  await tx.withNext(insertionOf(tx, job));
  announce(tx, host, job.accountId, eventOf(job));
  await host.tasks.enqueueNew(tx, {
    queue: jobQueue(job.kind, job.provider),
    subject: job.id,
    payer: job.payerId,
  });
}

/** Returns the queue of a kind's work for a provider, for processes that have loaded the provider. */
export const jobQueue = (kind: Kind, provider: string): string => `generation.${kind}@${provider}`;

/** Throws `rate_limited` when an account has as many waiting jobs as it may have. */
export const countWaiting = async (read: Reader, accountId: string): Promise<void> =>
  refuseMore(await countLiveOfAccount(read, accountId));

function refuseMore(waiting: number): void {
  if (waiting < MAX_WAITING_JOBS) return;
  throw new ServiceError(
    "rate_limited",
    `${MAX_WAITING_JOBS} of your jobs are queued or running. Retry when some are done.`,
    { details: { retryAfterSeconds: 10 } },
  );
}
