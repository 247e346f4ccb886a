import { setTimeout as sleep } from "node:timers/promises";
import { ProviderError } from "../../plugins/kit/provider-error.js";
import type { TextModel, TranslationAnswer, TranslationRequest } from "../../plugins/kit/text-model.js";

const ATTEMPTS = 3;
const FIRST_MS = 500;
const LONGEST_MS = 15_000;

interface Limits {
  /** Aborts when the work is canceled or the process drains. */
  signal: AbortSignal;
  timeoutMs: number;
}

/**
 * One translation, tried up to three times where the failure is retryable; 429 waits as long as the upstream said,
 * if that is not too long. Throws the last failure, or the signal's reason.
 */
export async function callModel(
  model: TextModel,
  request: TranslationRequest,
  { signal, timeoutMs }: Limits,
): Promise<TranslationAnswer> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await model.translate(request, {
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      });
    } catch (error) {
      signal.throwIfAborted();
      const waitMs = waitAfter(error, attempt);
      if (waitMs === null) throw error;
      await sleep(waitMs, undefined, { signal });
    }
  }
}

function waitAfter(error: unknown, attempt: number): number | null {
  if (!(error instanceof ProviderError) || !error.retryable || attempt >= ATTEMPTS) return null;
  const waitMs = error.retryAfterMs ?? FIRST_MS * 2 ** attempt * (0.75 + Math.random() / 2);
  return waitMs > LONGEST_MS ? null : waitMs;
}
