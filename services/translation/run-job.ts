import type { ServiceError } from "../../contracts/errors.js";
import type { TranslationJob } from "../../entities/translation-job.js";
import type { Host } from "../../runtime/process/host.js";
import type { ClaimedTask, TaskHandler, TaskOutcome } from "../../engines/durable-queue/index.js";
import * as content from "../content/index.js";
import { findCallsOfJob } from "./call.repository.js";
import { endJob, type JobEnd } from "./end-job.js";
import { countDocumentDone, findJob, setFailures } from "./job.repository.js";
import { requireTextModel } from "../../runtime/plugins/text-models.js";
import { translateDocument } from "./translate-document.js";
import { PAYER_REFUSALS } from "./translation.policy.js";
import type { LanguageFailure } from "./settle-call.js";

export const JOB_QUEUE = "translation.job";

/**
 * Milliseconds that a job works, and documents that it does, before other jobs get their turn; a turn ends
 * between languages.
 */
const TURN_MS = 5000;
const TURN = 20;
const BATCH = 20;
/** Failures of the service itself after which a job is given up. */
const MAX_ATTEMPTS = 8;

/**
 * Returns true for a refusal that every further document would meet too: one about the payer, or about a
 * deleted project.
 */
const isStopping = ({ code }: LanguageFailure): boolean => PAYER_REFUSALS.has(code) || code === "not_found";

/**
 * End of a job that must not go on. A canceled job keeps its own end; calls that a dead process had begun
 * release their holds.
 */
const OVER: JobEnd = { status: "failed", errorMessage: null };

/** Makes the worker of translation jobs, for whole projects and single documents. */
export const jobTask = (host: Host): TaskHandler => ({
  queue: JOB_QUEUE,
  // A job mostly waits for its model. One account cannot take every slot, however many projects it has.
  concurrency: 16,
  perPayer: 4,
  maxAttempts: MAX_ATTEMPTS,
  run: (task) => runJob(host, task),
  async bury(tx, task) {
    const errorMessage =
      "The service could not finish this translation. What is not translated was not charged.";
    await endJob(host, tx, task.subject, { status: "failed", errorMessage });
  },
});

async function runJob(host: Host, task: ClaimedTask): Promise<TaskOutcome> {
  const job = await findJob(host.read, task.subject);
  if (job === null) return undefined;
  const isCanceled = job.status === "canceled" && job.kind === "project";
  if (job.status !== "running" && !isCanceled) return finish(host, task, job, OVER);
  let model;
  try {
    model = requireTextModel(host, job.model);
  } catch (error) {
    return finish(host, task, job, { status: "failed", errorMessage: (error as ServiceError).message });
  }
  const until = performance.now() + TURN_MS;
  const isTurnOver = () => performance.now() > until;
  if (job.kind !== "project") {
    const documentId = job.documentId ?? "";
    const work = { documentId, model, isTurnOver };
    const { failures, isWhole } = await translateDocument(host, task, job, work);
    if (!isWhole) return { again: { afterMs: 0 } };
    return finish(host, task, job, endOf([...failures.values()]), failures);
  }
  let cursor = job.cursorId;
  for (let done = 0; done < TURN;) {
    const ids = await content.nextTranslatable(host.read, job.projectId, cursor, BATCH);
    for (const id of ids) {
      if (done > 0 && isTurnOver()) return { again: { afterMs: 0 } };
      if (isCanceled && !(await isInFlight(host, job, id))) return finish(host, task, job, OVER);
      const { failures, isWhole } = await translateDocument(host, task, job, {
        documentId: id,
        model,
        isTurnOver,
      });
      const failed = [...failures.values()];
      const stopping = failed.find(isStopping);
      if (stopping) return finish(host, task, job, { status: "failed", errorMessage: stopping.message });
      if (!isWhole) return { again: { afterMs: 0 } };
      if (!(await advance(host, task, job, id, failed))) return finish(host, task, job, OVER);
      host.fault?.("translation.document");
      cursor = id;
      done += 1;
    }
    if (ids.length < BATCH) return finish(host, task, job, await endOfProject(host, job));
  }
  return { again: { afterMs: 0 } };
}

/**
 * Returns true when an earlier turn of the job left languages of a document to this one: a stop takes effect
 * after that document (rules/translation 11).
 */
async function isInFlight(
  host: Pick<Host, "read">,
  { id: jobId }: TranslationJob,
  documentId: string,
): Promise<boolean> {
  const calls = await findCallsOfJob(host.read, { jobId, documentId });
  return calls.length > 0 && calls.every(({ status }) => status !== "running");
}

/**
 * Notes that a document is done, also the one in flight at a cancellation. Returns false when the job was
 * ended meanwhile.
 */
async function advance(
  host: Pick<Host, "transact" | "signals">,
  task: ClaimedTask,
  job: TranslationJob,
  documentId: string,
  failures: readonly LanguageFailure[],
): Promise<boolean> {
  return host.transact(async (tx) => {
    await countDocumentDone(tx, { id: job.id, documentId, errorMessage: failures[0]?.message ?? null });
    const now = await findJob(tx, job.id);
    await task.guard(tx);
    tx.afterCommit(() => host.signals.send("translation.moved", { id: job.id }));
    return now?.status === "running";
  });
}

/**
 * Returns the end of a project's run. A run that filled nothing because of failures has failed; one that
 * filled some values is complete, with the sentence of a failure.
 */
async function endOfProject(host: Pick<Host, "read">, { id }: TranslationJob): Promise<JobEnd> {
  const job = await findJob(host.read, id);
  const errorMessage = job?.errorMessage ?? null;
  const hasFailed = errorMessage !== null && job?.valuesTranslated === 0;
  return { status: hasFailed ? "failed" : "complete", errorMessage };
}

const endOf = (failures: readonly LanguageFailure[]): JobEnd => ({
  status: failures.length === 0 ? "complete" : "failed",
  errorMessage: failures[0]?.message ?? null,
});

/** Ends a job; `failures` are those of a single document, by locale. */
async function finish(
  host: Pick<Host, "transact" | "signals">,
  task: ClaimedTask,
  job: TranslationJob,
  end: JobEnd,
  failures?: ReadonlyMap<string, LanguageFailure>,
): Promise<void> {
  await host.transact(async (tx) => {
    // Ending a job may lock balances, which come before jobs.
    await endJob(host, tx, job.id, end);
    if (failures !== undefined) await setFailures(tx, { id: job.id, failures: Object.fromEntries(failures) });
    await task.complete(tx);
  });
}
