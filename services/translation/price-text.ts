import type { TextModel, TextUsage } from "../../plugins/kit/text-model.js";

export { priceOf } from "../../runtime/plugins/text-price.js";

/** Instructions, keys and quotes around the texts. */
const FRAME_TOKENS = 400;
const SEGMENT_TOKENS = 16;
/** A language may need this many times the tokens of another one. */
const GROWTH = 4;

/** The most that one call can use: what is held before it. */
export function worstCase(
  model: Pick<TextModel, "countTokens" | "maxOutputTokens">,
  brief: string,
  texts: readonly string[],
): TextUsage {
  const source = model.countTokens(texts.join("\n")) + texts.length * SEGMENT_TOKENS;
  return {
    inputTokens: FRAME_TOKENS + model.countTokens(brief) + source,
    outputTokens: Math.min(model.maxOutputTokens, FRAME_TOKENS + GROWTH * source),
  };
}

/** Whether the translation of the texts can be expected to fit one answer. */
export const fitsOneCall = (
  model: Pick<TextModel, "countTokens" | "maxOutputTokens">,
  texts: readonly string[],
): boolean =>
  2 * (model.countTokens(texts.join("\n")) + texts.length * SEGMENT_TOKENS) <= model.maxOutputTokens;
