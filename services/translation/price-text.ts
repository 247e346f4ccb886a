import type { TextModel, TextUsage } from "../../plugins/kit/text-model.js";

export { priceOf } from "../../plugins/kit/text-price.js";

/** Tokens of the instructions, keys and quotes around the texts. */
const FRAME_TOKENS = 400;
const SEGMENT_TOKENS = 16;
/** Factor by which a language may need more tokens than another one. */
const GROWTH = 4;

/** Texts of one call, joined by line breaks, and their number. */
export interface Texts {
  joined: string;
  count: number;
}

export const joinTexts = (texts: readonly string[]): Texts => ({
  joined: texts.join("\n"),
  count: texts.length,
});

const tokensOf = (model: Pick<TextModel, "countTokens">, { joined, count }: Texts): number =>
  model.countTokens(joined) + count * SEGMENT_TOKENS;

/** Returns the most tokens that one call can use; their price is held before the call. */
export function worstCase(
  model: Pick<TextModel, "countTokens" | "maxOutputTokens">,
  brief: string,
  texts: Texts,
): TextUsage {
  const source = tokensOf(model, texts);
  return {
    inputTokens: FRAME_TOKENS + model.countTokens(brief) + source,
    outputTokens: Math.min(model.maxOutputTokens, FRAME_TOKENS + GROWTH * source),
  };
}

/** Returns true when the translation of the texts is expected to fit into one answer. */
export const fitsOneCall = (
  model: Pick<TextModel, "countTokens" | "maxOutputTokens">,
  texts: Texts,
): boolean => 2 * tokensOf(model, texts) <= model.maxOutputTokens;
