import { isPlainObject } from "../../contracts/content-values.js";
import type { TextModel, TranslationAnswer, TranslationRequest } from "../../plugins/kit/text-model.js";
import { callText, type TextCallLimits } from "../../runtime/plugins/call-text.js";
import { OwnFailure } from "../../runtime/plugins/failure-sentence.js";

/**
 * Makes one translation, and repeats it after a retryable failure. Throws the last failure, or the signal's
 * reason.
 */
export const callModel = (
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
