import { ServiceError } from "../../contracts/errors.js";
import { TranslationCall } from "../../entities/translation-call.js";
import type { Host } from "../../runtime/host.js";
import type { Tx } from "../../runtime/transaction.js";
import { type ClaimedTask, LeaseLost } from "../../runtime/tasks/task-handler.js";
import * as billing from "../billing/index.js";
import * as content from "../content/index.js";
import { failCall } from "./end-call.js";
import type { LanguageWork } from "./language-work.js";
import type { Skipped } from "./plan-language.js";

/** What a call brought: values to save, what the save of them has to look out for, and what it cost. */
export interface Translated {
  values: readonly content.TranslatedValue[];
  skipped: readonly Skipped[];
  credits: number;
}

/** Nothing of the translation could be saved: it is released instead of settled. */
class NothingSaved extends Error {
  readonly skipped: readonly Skipped[];

  constructor(skipped: readonly Skipped[]) {
    super("nothing saved");
    this.skipped = skipped;
  }
}

/**
 * Saves a language into the draft and charges for it in one transaction, once. Values that somebody wrote meanwhile
 * stay as they are; when nothing is filled nothing is charged (spec: Limits, Translation price).
 */
export async function settleCall(
  host: Host,
  task: ClaimedTask,
  { job, plan: { locale } }: LanguageWork,
  call: TranslationCall,
  translated: Translated,
): Promise<void> {
  try {
    await host.transact((tx) => save(tx));
  } catch (error) {
    if (error instanceof ServiceError && error.code === "not_found") return endGone(host, task, call);
    if (!(error instanceof NothingSaved)) throw error;
    await host.transact(async (tx) => {
      await failCall(tx, call, { code: "conflict", message: "" });
      await tx.run(
        "UPDATE translation_calls SET status = 'complete', errorCode = NULL, errorMessage = NULL, skipped = ? WHERE id = ? AND costCredits = 0",
        [JSON.stringify(error.skipped), call.id],
      );
      await task.guard(tx);
    });
  }

  async function save(tx: Tx): Promise<void> {
    // its project may be gone, and its hold with it
    if ((await tx.findOne(TranslationCall, { id: call.id, status: "running" })) === null)
      throw new LeaseLost();
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
    const saved = await content.saveTranslations(host, tx, {
      documentId: call.documentId,
      accountId: job.startedById,
      locale,
      model: call.model,
      values: translated.values,
    });
    const left = translated.values
      .filter(({ path }) => !saved.includes(path))
      .map(({ path }): Skipped => ({ path, reason: "changed_meanwhile" }));
    const skipped = [...translated.skipped, ...left];
    if (saved.length === 0) throw new NothingSaved(skipped);
    const affected = await tx.run(
      "UPDATE translation_calls SET status = 'complete', costCredits = ?, translated = ?, skipped = ? WHERE id = ? AND status = 'running'",
      [charged, JSON.stringify(saved), JSON.stringify(skipped), call.id],
    );
    if (affected !== 1) throw new LeaseLost();
    await tx.run(
      "UPDATE translation_jobs SET valuesTranslated = valuesTranslated + ?, creditsSpent = creditsSpent + ? WHERE id = ?",
      [saved.length, charged, job.id],
    );
    await task.guard(tx);
  }
}

/** The document went while the model worked: nothing is saved, and nothing is charged. */
const endGone = (host: Host, task: ClaimedTask, call: TranslationCall): Promise<void> =>
  host.transact(async (tx) => {
    await failCall(tx, call, { code: "not_found", message: "The document was deleted." });
    await task.guard(tx);
  });
