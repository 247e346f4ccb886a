import { v7 } from "uuid";
import { ServiceError } from "../../contracts/errors.js";
import type { TranslationJob, TranslationOptions } from "../../entities/translation-job.js";
import type { ActionContext } from "../../runtime/actions/context.js";
import type { Host } from "../../runtime/process/host.js";
import { isUniqueViolation, type Tx } from "../../runtime/database/transaction.js";
import * as billing from "../billing/index.js";
import * as projects from "../projects/index.js";
import { FREE_TRANSLATIONS } from "./free-translations.js";
import { countUnpaid, findRunningIn, insertJob } from "./job.repository.js";
import { JOB_QUEUE } from "./run-job.js";

/** Translations of an account that may run before they cost anything, as many as generation jobs (rules/translation 17). */
const MAX_RUNNING = 1000;

/** The work that a job is to do, and the account that asked for it. */
export interface JobRequest {
  /** Id of the job; default: a new one. */
  id?: string;
  kind: TranslationJob["kind"];
  projectId: string;
  documentId: string | null;
  options: TranslationOptions;
  /** Id of a text model, or `auto`. */
  model: string;
  documentsTotal: number;
  payerId: string;
  startedBy: { id: string; email: string };
  /** Id of the budget of the asking credential (`Auth.budgetId`). */
  budgetId: string | null | undefined;
}

/** Makes the row of a job that has not begun. */
export const newJob = (request: JobRequest): TranslationJob => ({
  id: request.id ?? v7(),
  kind: request.kind,
  projectId: request.projectId,
  runningIn: request.kind === "project" ? request.projectId : null,
  documentId: request.documentId,
  options: request.options,
  payerId: request.payerId,
  budgetId: request.budgetId ?? null,
  model: request.model,
  status: "running",
  documentsTotal: request.documentsTotal,
  documentsDone: 0,
  cursorId: null,
  valuesTranslated: 0,
  creditsSpent: 0,
  failures: {},
  errorMessage: null,
  startedById: request.startedBy.id,
  startedByEmail: request.startedBy.email,
  createdAt: Date.now(),
  completedAt: null,
});

/** Inserts a job and queues its work in the caller's transaction. */
export async function queueJob(host: Pick<Host, "tasks">, tx: Tx, job: TranslationJob): Promise<void> {
  await insertJob(tx, job);
  await host.tasks.enqueue(tx, { queue: JOB_QUEUE, subject: job.id, payer: job.payerId });
}

/**
 * Inserts a requested job. Throws `insufficient_credits` when the payer has no credits left for work that
 * costs some, `conflict` while another run of the project goes on, and `rate_limited` where many of the account's
 * run or have ended at no cost.
 */
export async function startJob(
  host: Pick<Host, "read" | "transact" | "tasks">,
  context: ActionContext,
  job: TranslationJob,
  { costs }: { costs: boolean },
): Promise<void> {
  const actorId = context.auth.accountId;
  await billing.refuseManyFree(host.read, FREE_TRANSLATIONS, { accountId: actorId, noun: "translations" });
  if ((await countUnpaid(host.read, actorId)) >= MAX_RUNNING) throw tooManyRunning();
  try {
    await billing.onBehalfOfPayer(job.payerId, () =>
      host.transact(async (tx) => {
        await context.idempotency?.record(tx, job.id);
        if (costs) {
          // No language costs less than a credit; each holds its own worst case before its call.
          const { id: workId, payerId, projectId, budgetId } = job;
          const least = { workId, payerId, actorId, projectId, budgetId, credits: 1, paidOnly: false };
          await billing.hold(tx, least);
          await billing.release(tx, least);
        }
        await projects.joinProject(tx, { projectId: job.projectId, accountId: actorId });
        await queueJob(host, tx, job);
      }),
    );
  } catch (error) {
    // Of several starts at once, the unique key lets one succeed.
    if (isUniqueViolation(error) && job.kind === "project") throw alreadyRunning(error);
    throw error;
  }
}

const tooManyRunning = () =>
  new ServiceError(
    "rate_limited",
    `${MAX_RUNNING} of your translations are queued or running. Retry when some are done.`,
    { details: { retryAfterSeconds: 10 } },
  );

/** Throws `conflict` while a run of the project goes on (rules/translation 11). */
export async function requireIdle(host: Pick<Host, "read">, projectId: string): Promise<void> {
  if ((await findRunningIn(host.read, projectId)) !== null) throw alreadyRunning();
}

const alreadyRunning = (cause?: unknown) =>
  new ServiceError("conflict", "A translation of this project is running already.", { cause });
