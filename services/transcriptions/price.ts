import { millionths } from "../../contracts/millionths.js";
import { CREDITS_PER_HOUR } from "../../contracts/transcriptions.js";

/**
 * Returns the price by the declared duration, rounded up once to whole credits, at least 1
 * (rules/transcriptions 2).
 */
export const priceOf = (durationSeconds: number): number =>
  Math.max(1, Number((millionths(CREDITS_PER_HOUR, durationSeconds, 3600) + 999_999n) / 1_000_000n));
