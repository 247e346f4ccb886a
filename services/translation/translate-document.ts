import { ServiceError } from "../../contracts/errors.js";
import type { TranslationCall } from "../../entities/translation-call.js";
import type { TranslationJob } from "../../entities/translation-job.js";
import type { TextModel } from "../../plugins/kit/text-model.js";
import type { Host } from "../../runtime/process/host.js";
import { loopTurns } from "../../runtime/process/loop-turns.js";
import type { ClaimedTask } from "../../engines/durable-queue/index.js";
import * as content from "../content/index.js";
import { findCallsOfJob } from "./call.repository.js";
import { DOCUMENT_GONE, endEmptyCall, failCall } from "./end-call.js";
import { DocumentPlan } from "./plan-document.js";
import type { LanguageFailure } from "./settle-call.js";
import { requireJobPayer } from "./translation.policy.js";
import { translateLanguage } from "./translate-language.js";

/** The work of a turn on a document. */
export interface DocumentWork {
  documentId: string;
  model: TextModel;
  /** Returns true when other jobs are to go on; then no further language is begun. */
  isTurnOver(): boolean;
}

/** Result of a turn on a document. */
export interface DocumentDone {
  /** Failures of languages, by locale. */
  failures: Map<string, LanguageFailure>;
  /** False when languages are left, with which the next turn goes on. */
  isWhole: boolean;
}

/** Languages of a document that are translated at the same time (rules/translation 7). */
const AT_ONCE = 4;

/**
 * Translates a document into each language that needs it, four at a time, until the turn is over. Returns the
 * failures by locale; a deleted document has none. A repeat does the languages that are left.
 */
export async function translateDocument(
  host: Host,
  task: ClaimedTask,
  job: TranslationJob,
  { documentId, model, isTurnOver }: DocumentWork,
): Promise<DocumentDone> {
  const failures = new Map<string, LanguageFailure>();
  const found = await content.readTranslatable(host.read, documentId);
  const isThere = found !== null && found.document.projectId === job.projectId;
  const plan = isThere ? new DocumentPlan(found, job.options) : null;
  const begun = await findCallsOfJob(host.read, { jobId: job.id, documentId });
  await endIdleCalls(host, task, begun, plan);
  const isDone = (at: string) => begun.some(({ locale, status }) => locale === at && status === "complete");
  if (plan === null || !isThere) return { failures, isWhole: true };
  const left: string[] = [];
  for await (const { locale, wanted } of plan.languages())
    if (wanted.length > 0 && !isDone(locale)) left.push(locale);
  if (left.length === 0) return { failures, isWhole: true };
  const refusal = await refusalOf(host, job, found.document);
  if (refusal !== null) return { failures: new Map(left.map((locale) => [locale, refusal])), isWhole: true };
  const work = async (): Promise<void> => {
    // Each turn does at least one language, so that the job comes to its end.
    for (let locale = left.shift(); locale !== undefined; locale = isTurnOver() ? undefined : left.shift()) {
      // A language that is refused before its call waits for nothing.
      await loopTurns.pause();
      const failure = await translateLanguage(host, task, {
        job,
        documentId,
        sourceLocale: job.options.sourceLocale,
        brief: found.settings.brief,
        model,
        plan: plan.language(locale),
        begun: begun.find((call) => call.locale === locale) ?? null,
      });
      if (failure !== null) failures.set(locale, failure);
      host.signals.send("translation.moved", { id: job.id });
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: AT_ONCE }, work));
  for (const each of ended) if (each.status === "rejected") throw each.reason;
  return { failures, isWhole: left.length === 0 };
}

/**
 * Ends calls that a dead process had begun in languages that need nothing any more: their holds are released
 * at once, and not when the whole job ends. `plan` is null when the document is gone.
 */
async function endIdleCalls(
  host: Pick<Host, "transact">,
  task: ClaimedTask,
  begun: readonly TranslationCall[],
  plan: DocumentPlan | null,
): Promise<void> {
  for (const call of begun) {
    if (call.status !== "running") continue;
    const isAsked = plan?.locales.includes(call.locale) === true;
    const own = isAsked ? plan.language(call.locale) : null;
    if (own !== null && own.wanted.length > 0) continue;
    await host.transact(async (tx) => {
      if (plan === null) await failCall(tx, call, DOCUMENT_GONE);
      else await endEmptyCall(tx, call, own?.skipped ?? []);
      await task.guard(tx);
    });
  }
}

/**
 * Returns the refusal when nothing may be billed to the payer any more, or a translation would not fit into the room for
 * content; null otherwise. A language stores the draft as it was, and another one with at most its texts once more.
 */
async function refusalOf(
  host: Pick<Host, "config" | "call" | "read">,
  job: TranslationJob,
  { projectId, draftBytes }: { projectId: string; draftBytes: number },
): Promise<LanguageFailure | null> {
  try {
    await requireJobPayer(host, job);
    const room = { projectId, accountId: job.startedById, growth: 2 * draftBytes };
    await content.requireRoom(host.config.contentBytes, host.read, room);
    return null;
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code === "unavailable") throw error;
    return { code: error.code, message: error.message };
  }
}
