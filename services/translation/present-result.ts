import { getDocument } from "../../contracts/content-documents.js";
import type { ResultOf } from "../../contracts/contract.js";
import { ServiceError } from "../../contracts/errors.js";
import type { TranslatedLanguage, translateDocument } from "../../contracts/translation.js";
import type { TranslationJob } from "../../entities/translation-job.js";
import type { ActionContext } from "../../runtime/actions/context.js";
import type { Host } from "../../runtime/process/host.js";
import * as content from "../content/index.js";
import { findCallsOfJob } from "./call.repository.js";
import { DocumentPlan } from "./plan-document.js";
import { PAYER_REFUSALS } from "./translation.policy.js";

/** Presents the result of one document's translation so far, language by language (rules/translation 7). */
export async function presentResult(
  host: Pick<Host, "read">,
  context: ActionContext,
  job: TranslationJob,
  before: content.Translatable,
): Promise<ResultOf<typeof translateDocument>> {
  const calls = await findCallsOfJob(host.read, { jobId: job.id });
  // When nothing was filled because of the payer, that refusal is the answer.
  const refusal = Object.values(job.failures).find(({ code }) => PAYER_REFUSALS.has(code));
  if (refusal !== undefined && !calls.some(({ translated }) => translated.length > 0))
    throw new ServiceError(refusal.code, refusal.message, {
      details: refusal.code === "storage_limit" ? { isContent: true } : {},
    });
  const locales: TranslatedLanguage[] = [];
  for await (const { locale, skipped } of new DocumentPlan(before, job.options).languages()) {
    const call = calls.find((each) => each.locale === locale);
    const failure = job.failures[locale]?.message ?? call?.errorMessage;
    const isOpen = call?.status === "running";
    locales.push({
      locale,
      translated: call?.translated ?? [],
      skipped: call?.status === "complete" ? (call.skipped as TranslatedLanguage["skipped"]) : skipped,
      ...(failure && { error: failure }),
      ...(isOpen && { error: "Still running: ask again for the result." }),
    });
  }
  const { document } = await context.call(getDocument, { id: before.document.id });
  return { model: job.model, creditsSpent: job.creditsSpent, locales, document };
}
