import { FAILURES, ProviderError } from "../../plugins/kit/provider-error.js";
import { failureSentence, type FailureSentence } from "../../runtime/plugins/failure-sentence.js";

export interface RetryLimits {
  retryMs: number;
  /** True if a repeat would submit the work anew. */
  isSubmit: boolean;
}

export type Verdict =
  | { retry: true; afterMs: number }
  | ({ retry: false; code: string; retryable: boolean } & FailureSentence);

const FIRST_MS = 500;
const MAX_MS = 30_000;

/**
 * Applies the one retry policy (rules/models 28): the class of the failure decides, for at most
 * UPSTREAM_RETRY_SECONDS from the first call. A 429 waits as long as the upstream said; other failures back
 * off with jitter.
 */
export function judgeFailure(
  error: unknown,
  failures: number,
  sinceFirstCallMs: number,
  limits: RetryLimits,
  random: () => number = Math.random,
): Verdict {
  const known = error instanceof ProviderError ? error : null;
  const code = known && Object.hasOwn(FAILURES, known.failure) ? known.failure : "unknown";
  const retryable = known?.retryable === true;
  const backoff = Math.min(MAX_MS, FIRST_MS * 2 ** Math.min(10, failures)) * (0.75 + random() / 2);
  const asked = known?.retryAfterMs;
  const afterMs = Math.round(isWait(asked) ? asked : backoff);
  // The upstream has billed this submit, and would bill another one too.
  const isPaid = known?.charged === true && limits.isSubmit;
  if (!retryable || isPaid || sinceFirstCallMs + afterMs > limits.retryMs)
    return { retry: false, code, retryable, ...failureSentence(error, "The provider failed unexpectedly.") };
  return { retry: true, afterMs };
}

const isWait = (value: unknown): value is number =>
  typeof value === "number" && value >= 0 && Number.isFinite(value);

/** Tells whether an error is a fault of the upstream's health, which counts for its circuit. */
export const isUpstreamFault = (error: unknown): boolean =>
  error instanceof ProviderError && (error.failure === "provider_unavailable" || error.failure === "timeout");
