import { v7 } from "uuid";
import { ServiceError, invalidParams } from "../../contracts/errors.js";
import type { Transcription } from "../../entities/transcription.js";
import type { ActionContext } from "../../runtime/actions/context.js";
import type { Host } from "../../runtime/process/host.js";
import type { Reader, Tx } from "../../runtime/database/transaction.js";
import * as billing from "../billing/index.js";
import { announce } from "../events/index.js";
import { refuseBlockedPayer, refuseOpenCircuit } from "../generation/index.js";
import * as projects from "../projects/index.js";
import { candidates, firstWorking, offersOf } from "./choose-transcriber.js";
import { FREE_TRANSCRIPTIONS } from "./free-transcriptions.js";
import { priceOf } from "./price.js";
import { workQueue } from "./queues.js";
import { countLiveOfAccount, insertionOf } from "./transcription.repository.js";
import type { Payer, TranscriptionParams } from "./transcriptions.policy.js";
import { UNKNOWN_STORAGE_ID } from "../../contracts/sentences.js";
import { resolveMedia } from "../../contracts/storage.js";

/**
 * Transcriptions of an account that may be queued or running, as many as generation jobs (rules/generation
 * 12).
 */
const MAX_WAITING = 1000;

/** A transcription that was checked and priced, and is not stored yet. */
export interface PreparedTranscription {
  job: Transcription;
  /** True when its account has so many transcriptions that several at once could pass the limit. */
  isNear: boolean;
  /** Id of the budget that its cost counts against besides the payer's balance (`Auth.budgetId`). */
  budgetId: string | null;
}

/**
 * Checks a request, then holds the price, inserts the transcription as `running` and queues its work in one
 * transaction: a crash leaves all of it or nothing. Nothing is charged before it succeeds
 * (rules/transcriptions 2).
 */
export async function createTranscription(
  host: Host,
  context: ActionContext,
  params: TranscriptionParams,
  payer: Payer,
): Promise<Transcription> {
  const prepared = await prepareTranscription(host, context, params, payer);
  const { job } = prepared;
  await billing.onBehalfOfPayer(job.payerId, () =>
    host.transact(async (tx) => {
      await context.idempotency?.record(tx, job.id);
      await submitTranscription(host, tx, prepared);
    }),
  );
  host.fault?.("transcriptions.created");
  return job;
}

/** Checks and prices a request; changes nothing. `wakes` is the task that becomes due at its end. */
export async function prepareTranscription(
  host: Host,
  context: ActionContext,
  { storageId, durationSeconds, language = null }: TranscriptionParams,
  payer: Payer,
  wakes: { queue: string; subject: string } | null = null,
): Promise<PreparedTranscription> {
  refuseBlockedPayer(host, context, payer);
  await checkMedia(context, storageId);
  const transcriber = await firstWorking(host, candidates(offersOf(host), language));
  const { accountId } = context.auth;
  await billing.refuseManyFree(host.read, FREE_TRANSCRIPTIONS, { accountId, noun: "transcriptions" });
  const isNear = (await countWaiting(host.read, context.auth.accountId)) >= MAX_WAITING / 2;
  const job: Transcription = {
    id: v7(),
    accountId: context.auth.accountId,
    actorEmail: context.auth.email,
    payerId: payer.payerId,
    projectId: payer.projectId,
    transcriber: transcriber?.id ?? "",
    provider: transcriber?.provider ?? "",
    request: { storageId, durationSeconds, language },
    language,
    status: "running",
    estimatedCredits: priceOf(durationSeconds),
    costCredits: null,
    errorMessage: null,
    errorCode: null,
    errorRetryable: null,
    submits: 0,
    failures: 0,
    handle: null,
    upstreamSince: null,
    pendingSince: null,
    faultySince: null,
    transcriberGoneSince: null,
    wakes: wakes === null ? null : `${wakes.queue} ${wakes.subject}`,
    createdAt: Date.now(),
    completedAt: null,
  };
  return { job, isNear, budgetId: context.auth.budgetId ?? null };
}

/**
 * Checks that a committed object can be read by the caller and is audio or video (rules/transcriptions 1).
 * Throws invalid_params.
 */
async function checkMedia(context: ActionContext, storageId: string): Promise<void> {
  const { objects } = await context.call(resolveMedia, { storageIds: [storageId] });
  const [object] = objects;
  if (object === undefined) throw invalidParams(UNKNOWN_STORAGE_ID);
  const kind = object.contentType.split("/")[0] ?? "";
  if (kind !== "audio" && kind !== "video")
    throw invalidParams(`storageId must be of kind audio or video; the object is ${object.contentType}.`);
}

/**
 * Holds the price, inserts a prepared transcription and queues it in the caller's transaction; locks the
 * balance, then the project.
 */
export async function submitTranscription(
  host: Pick<Host, "tasks" | "signals">,
  tx: Tx,
  { job, isNear, budgetId }: PreparedTranscription,
): Promise<void> {
  await billing.hold(tx, {
    workId: job.id,
    payerId: job.payerId,
    actorId: job.accountId,
    projectId: job.projectId,
    budgetId,
    credits: job.estimatedCredits,
    paidOnly: false,
  });
  if (isNear) await countWaiting(tx, job.accountId);
  await projects.joinProject(tx, { projectId: job.projectId, accountId: job.accountId });
  // Refusals that the caller can resolve come before those that they cannot (rules/transcriptions 6).
  if (job.transcriber === "")
    throw new ServiceError("provider_unavailable", "No provider that transcribes is configured.");
  await refuseOpenCircuit(tx, job.provider);
  await tx.withNext(insertionOf(tx, job));
  announce(tx, host, job.accountId, {
    type: "transcription",
    id: job.id,
    status: "running",
    projectId: job.projectId,
  });
  await host.tasks.enqueueNew(tx, {
    queue: workQueue(job.transcriber),
    subject: job.id,
    payer: job.payerId,
  });
}

/** Counts an account's queued and running transcriptions. Throws rate_limited at the limit. */
async function countWaiting(read: Reader, accountId: string): Promise<number> {
  const waiting = await countLiveOfAccount(read, accountId);
  if (waiting < MAX_WAITING) return waiting;
  throw new ServiceError(
    "rate_limited",
    `${MAX_WAITING} of your transcriptions are queued or running. Retry when some are done.`,
    { details: { retryAfterSeconds: 10 } },
  );
}
