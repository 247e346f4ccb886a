import { millionths } from "../../contracts/millionths.js";
import type { TextModel, TextUsage } from "./text-model.js";

/**
 * Returns the credits of a usage: summed in millionths, rounded up once, and at least 1 (rules/billing 2;
 * rules/translation 6).
 */
export function priceOf(
  { creditsPerThousandTokens: price }: Pick<TextModel, "creditsPerThousandTokens">,
  usage: TextUsage,
): number {
  const total =
    millionths(price.input, usage.inputTokens, 1000) + millionths(price.output, usage.outputTokens, 1000);
  return Math.max(1, Number((total + 999_999n) / 1_000_000n));
}
