import type { TextModel, TextUsage } from "../../plugins/kit/text-model.js";

export { priceOf } from "../../plugins/kit/text-price.js";

/** Tokens of the instructions, keys and quotes around the texts. */
const FRAME_TOKENS = 400;
const SEGMENT_TOKENS = 16;
/** Factor by which a language may need more tokens than another one. */
const GROWTH = 4;

/** Returns the most tokens that one call can use; their price is held before the call. */
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

/** Returns true when the translation of the texts is expected to fit into one answer. */
export const fitsOneCall = (
  model: Pick<TextModel, "countTokens" | "maxOutputTokens">,
  texts: readonly string[],
): boolean =>
  2 * (model.countTokens(texts.join("\n")) + texts.length * SEGMENT_TOKENS) <= model.maxOutputTokens;
