import { setTimeout as sleep } from "node:timers/promises";
import { ProviderError } from "../../plugins/kit/provider-error.js";
import { OwnFailure } from "./failure-sentence.js";

const ATTEMPTS = 3;
const FIRST_MS = 500;
const LONGEST_MS = 15_000;

export interface TextCallLimits {
  /** The signal that aborts when the work is canceled or the process drains. */
  signal: AbortSignal;
  timeoutMs: number;
}

/**
 * Calls a text model, up to three times if the failure is retryable. Between two attempts it waits as long as
 * the failure's `retryAfterMs` says, and gives up if that is over 15 seconds; without `retryAfterMs` it waits
 * about one second, then about two. Throws the last failure, or the signal's reason.
 */
export async function callText<A>(
  ask: (signal: AbortSignal) => Promise<A>,
  limits: TextCallLimits,
): Promise<A> {
  const { signal } = limits;
  for (let attempt = 1; ; attempt += 1) {
    signal.throwIfAborted();
    try {
      return await callOnce(ask, limits);
    } catch (error) {
      signal.throwIfAborted();
      const waitMs = waitAfter(error, attempt);
      if (waitMs === null) throw error;
      await sleep(waitMs, undefined, { signal });
    }
  }
}

/** Makes one attempt, which ends in time even if the model ignores the signal. */
async function callOnce<A>(
  ask: (signal: AbortSignal) => Promise<A>,
  { signal, timeoutMs }: TextCallLimits,
): Promise<A> {
  const late = AbortSignal.timeout(timeoutMs);
  const either = AbortSignal.any([signal, late]);
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(either.reason);
  either.addEventListener("abort", abort, { once: true });
  try {
    return await Promise.race([ask(either), aborted.promise]);
  } catch (error) {
    if (!late.aborted || signal.aborted) throw error;
    // The attempt may have done and billed its work, so there is no second one.
    throw new OwnFailure("timeout", `The text model did not answer within ${timeoutMs / 1000} seconds.`, {
      retryable: false,
      cause: error,
    });
  } finally {
    either.removeEventListener("abort", abort);
  }
}

function waitAfter(error: unknown, attempt: number): number | null {
  if (!(error instanceof ProviderError) || !error.retryable || attempt >= ATTEMPTS) return null;
  const waitMs = error.retryAfterMs ?? FIRST_MS * 2 ** attempt * (0.75 + Math.random() / 2);
  return waitMs > LONGEST_MS ? null : waitMs;
}
