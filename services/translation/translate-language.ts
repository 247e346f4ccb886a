import { isPlainObject } from "../../contracts/content-values.js";
import { type ErrorCode, ServiceError } from "../../contracts/errors.js";
import type { TranslationCall } from "../../entities/translation-call.js";
import { ProviderError } from "../../plugins/kit/provider-error.js";
import type { TextModel, TranslationAnswer, TranslationRequest } from "../../plugins/kit/text-model.js";
import { callText, type TextCallLimits } from "../../runtime/plugins/call-text.js";
import { failureSentence, OwnFailure, withCharge } from "../../runtime/plugins/failure-sentence.js";
import type { Host } from "../../runtime/process/host.js";
import { type ClaimedTask, LeaseLost } from "../../engines/durable-queue/index.js";
import * as content from "../content/index.js";
import { failCall } from "./end-call.js";
import { openCall } from "./open-call.js";
import type { LanguageWork } from "./language-work.js";
import type { Skipped, Wanted } from "./plan-language.js";
import { priceOf } from "./price-text.js";
import { writeSegments } from "./segments.js";
import { type LanguageFailure, settleCall, type Translated } from "./settle-call.js";

/**
 * Translates one document into one language: holds, calls the model, saves and settles. A repeat after a
 * crash goes on from the call's row, so that nothing is charged twice. Returns the failure of the language,
 * or null. Throws errors that are not about the language: a lost lease, a drain, a database that is away.
 */
export async function translateLanguage(
  host: Host,
  task: ClaimedTask,
  work: LanguageWork,
): Promise<LanguageFailure | null> {
  const { job, documentId, plan } = work;
  let call: TranslationCall;
  try {
    call = await openCall(host, task, work);
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code === "unavailable") throw error;
    return { code: error.code, message: error.message };
  }
  if (call.status === "failed")
    return {
      code: (call.errorCode as ErrorCode | null) ?? "provider_unavailable",
      message: call.errorMessage ?? "The model failed.",
    };
  if (call.status === "complete") return null;
  host.fault?.("translation.held");
  let translated: Translated;
  try {
    translated = await translate(host, task, call.id, work);
  } catch (error) {
    if (task.signal.aborted || error instanceof LeaseLost) throw error;
    host.log.info(
      { job: job.id, document: documentId, locale: plan.locale, err: error },
      "a translation failed",
    );
    const failure = failureOf(error);
    const fail = () =>
      host.transact(async (tx) => {
        await failCall(tx, call, failure);
        await task.guard(tx);
      });
    // A transaction that is given up would have the model called once more.
    await task.untilStored(fail);
    return failure;
  }
  host.fault?.("translation.translated");
  const refusal = await settleCall(host, task, work, call, translated);
  host.fault?.("translation.settled");
  return refusal;
}

async function translate(
  host: Pick<Host, "config">,
  task: ClaimedTask,
  callId: string,
  { sourceLocale, brief, model, plan }: LanguageWork,
): Promise<Translated> {
  // The model gets one flat list; `0/1.2` is span 2 of block 1 of the first value.
  const segments = Object.fromEntries(
    plan.wanted.flatMap(({ source }, index) =>
      Object.entries(source.segments).map(([at, text]) => [`${index}/${at}`, text]),
    ),
  );
  const answer = await callModel(
    model,
    { id: callId, sourceLocale, targetLocale: plan.locale, brief, segments },
    { signal: task.signal, timeoutMs: host.config.upstreamTimeoutMs },
  );
  const values: Translated["values"][number][] = [];
  const skipped: Skipped[] = [...plan.skipped];
  for (const [index, wanted] of plan.wanted.entries()) {
    const value = writeSegments(wanted.source.value, segmentsOf(wanted, index, answer.segments));
    if (value === null) skipped.push({ path: wanted.path, reason: "not_translated" });
    else
      values.push({
        path: wanted.path,
        value,
        sourceHash: wanted.source.hash,
        targetHash: content.fingerprint(wanted.target),
      });
  }
  return { values, skipped, credits: values.length === 0 ? 0 : priceOf(model, answer.usage) };
}

const segmentsOf = (
  wanted: Wanted,
  index: number,
  all: Readonly<Record<string, string>>,
): Record<string, string> =>
  Object.fromEntries(
    Object.keys(wanted.source.segments).flatMap((at) => {
      const text = all[`${index}/${at}`];
      return typeof text === "string" ? [[at, text]] : [];
    }),
  );

/**
 * Returns the failure of a language; its sentence also serves as that of the whole job, with several
 * languages or many documents.
 */
function failureOf(error: unknown): LanguageFailure {
  const isLimited = error instanceof ProviderError && error.failure === "rate_limited";
  const said = failureSentence(error, "The text model failed unexpectedly.");
  const message = withCharge(said, "What is not translated was not charged.");
  return { code: isLimited ? "rate_limited" : "provider_unavailable", message };
}

/**
 * Makes one translation, and repeats it after a retryable failure. Throws the last failure, or the signal's
 * reason.
 */
const callModel = (
  model: TextModel,
  request: TranslationRequest,
  limits: TextCallLimits,
): Promise<TranslationAnswer> =>
  callText(async (signal) => requireAnswer(await model.translate(request, { signal })), limits);

/** Throws for an answer that cannot be read or cannot be priced. */
function requireAnswer(answer: TranslationAnswer): TranslationAnswer {
  const { segments, usage } = (answer ?? {}) as Partial<TranslationAnswer>;
  const isCount = (count: unknown) => Number.isSafeInteger(count) && Number(count) >= 0;
  if (isPlainObject(segments) && isCount(usage?.inputTokens) && isCount(usage?.outputTokens)) return answer;
  throw new OwnFailure("unknown", "The text model gave an answer that cannot be read.");
}
