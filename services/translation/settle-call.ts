import { type ErrorCode, ServiceError } from "../../contracts/errors.js";
import type { TranslationCall } from "../../entities/translation-call.js";
import type { Host } from "../../runtime/process/host.js";
import type { Tx } from "../../runtime/database/transaction.js";
import { type ClaimedTask, LeaseLost } from "../../engines/durable-queue/index.js";
import * as billing from "../billing/index.js";
import * as content from "../content/index.js";
import { isCallComplete, isCallRunning, markComplete } from "./call.repository.js";
import { DOCUMENT_GONE, endEmptyCall, failCall } from "./end-call.js";
import { addToJob } from "./job.repository.js";
import type { LanguageWork } from "./language-work.js";
import type { Skipped } from "./plan-language.js";

/** Result of a call: the values to save, the skipped values, and the cost. */
export interface Translated {
  values: readonly content.TranslatedValue[];
  skipped: readonly Skipped[];
  credits: number;
}

/** The failure of a language; other languages go on. */
export interface LanguageFailure {
  code: ErrorCode;
  message: string;
}

/**
 * Refusals of a draft that the translation would make too large, and of content that leaves no room: another call of the
 * model would not change them.
 */
const DRAFT_REFUSALS = new Set<ErrorCode>(["invalid_params", "payload_too_large", "storage_limit"]);

/** Thrown when no value could be saved: the hold is released instead of settled. */
class NothingSaved extends Error {
  readonly skipped: readonly Skipped[];

  constructor(skipped: readonly Skipped[]) {
    super("nothing saved");
    this.skipped = skipped;
  }
}

/**
 * Saves a language into the draft and charges for it in one transaction, once. Values that were written
 * meanwhile stay; when nothing is filled nothing is charged (rules/translation 6). Returns the failure when
 * the draft cannot take the translation, null otherwise.
 */
export async function settleCall(
  host: Host,
  task: ClaimedTask,
  { job, sourceLocale, plan: { locale } }: LanguageWork,
  call: TranslationCall,
  translated: Translated,
): Promise<LanguageFailure | null> {
  try {
    // A transaction that is given up would have the model called, and paid, once more.
    await task.untilStored(saveAll);
    return null;
  } catch (error) {
    // A repeat finds that the commit came through whose answer was lost.
    if (error instanceof LeaseLost && (await isCallComplete(host.read, call.id))) return null;
    return endUnsaved(host, task, call, error);
  }

  function saveAll(): Promise<void> {
    const { documentId, model } = call;
    const { values } = translated;
    const work = { documentId, accountId: job.startedById, sourceLocale, locale, model, values };
    return content.saveTranslations(host, work, (write) => host.transact((tx) => save(tx, write)));
  }

  async function save(tx: Tx, write: content.WriteTranslations): Promise<void> {
    // The call's project may have been deleted, and its hold released with it.
    if (!(await isCallRunning(tx, call.id))) throw new LeaseLost();
    const charged = await billing.settle(tx, {
      workId: call.id,
      credits: translated.credits,
      kind: "generation",
      ref: call.documentId,
      note: `Translation into ${locale} with ${call.model}`,
      projectId: job.projectId,
      actorId: job.startedById,
      actorEmail: job.startedByEmail,
      previewStorageId: null,
      previewKind: null,
    });
    await write(tx, (saved) => settle(tx, charged, saved));
  }

  async function settle(tx: Tx, charged: number, saved: readonly string[]): Promise<void> {
    const left = translated.values
      .filter(({ path }) => !saved.includes(path))
      .map(({ path }): Skipped => ({ path, reason: "changed_meanwhile" }));
    const skipped = [...translated.skipped, ...left];
    if (saved.length === 0) throw new NothingSaved(skipped);
    const ended = { id: call.id, costCredits: charged, translated: saved, skipped };
    if (!(await markComplete(tx, ended))) throw new LeaseLost();
    await addToJob(tx, { id: job.id, values: saved.length, credits: charged });
    await task.guard(tx);
  }
}

/**
 * Ends a call of which nothing was saved: the document was deleted while the model worked, all its values
 * were written by others, or the draft cannot take it. Nothing is charged. Throws every other error.
 */
async function endUnsaved(
  host: Pick<Host, "transact">,
  task: ClaimedTask,
  call: TranslationCall,
  error: unknown,
): Promise<LanguageFailure | null> {
  const isGone = error instanceof ServiceError && error.code === "not_found";
  const isRefused = error instanceof ServiceError && DRAFT_REFUSALS.has(error.code);
  if (!isGone && !isRefused && !(error instanceof NothingSaved)) throw error;
  const failure = isRefused ? { code: error.code, message: error.message } : null;
  const end = () =>
    host.transact(async (tx) => {
      if (error instanceof NothingSaved) await endEmptyCall(tx, call, error.skipped);
      else await failCall(tx, call, failure ?? DOCUMENT_GONE);
      await task.guard(tx);
    });
  // A transaction that is given up would have the model called, and paid, once more.
  await task.untilStored(end);
  return failure;
}
