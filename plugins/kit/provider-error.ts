/** The reasons why an upstream call failed, and whether each is worth a repeat (rules/models 25). */
export const FAILURES = {
  invalid_params: { retryable: false },
  content_policy: { retryable: false },
  rate_limited: { retryable: true },
  provider_balance: { retryable: false },
  provider_auth: { retryable: false },
  provider_unavailable: { retryable: true },
  timeout: { retryable: true },
  unknown: { retryable: false },
} as const;

export type Failure = keyof typeof FAILURES;

export interface ProviderErrorOptions {
  /** Whether the call is worth a repeat; by default as FAILURES says. */
  retryable?: boolean;
  /** Whether the upstream bills the call although it failed; false by default. */
  charged?: boolean;
  retryAfterMs?: number;
  cause?: unknown;
}

/**
 * The error that a provider throws. The caller reads its message as `errorMessage`, at most 2,000 characters
 * of it.
 */
export class ProviderError extends Error {
  override readonly name = "ProviderError";
  readonly failure: Failure;
  readonly retryable: boolean;
  readonly charged: boolean;
  readonly retryAfterMs: number | undefined;

  constructor(failure: Failure, message: string, options: ProviderErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.failure = failure;
    this.retryable = options.retryable ?? FAILURES[failure].retryable;
    this.charged = options.charged ?? false;
    this.retryAfterMs = options.retryAfterMs;
  }
}
