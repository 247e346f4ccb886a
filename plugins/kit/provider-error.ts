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
  /**
   * Whether the upstream bills the call although it failed; false by default. A submit that was billed is never
   * made again.
   */
  charged?: boolean;
  retryAfterMs?: number;
  cause?: unknown;
}

/**
 * The error that a provider throws. The caller reads its message as `errorMessage`, at most 2,000 characters
 * of it; that of `provider_auth`, `provider_balance` and `rate_limited` only the operator reads, in the log.
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

/**
 * Returns the failure of a submit of which the upstream has billed a part before, so that it is not made again;
 * `more` is added to its sentence.
 */
export function asCharged(error: unknown, more = ""): unknown {
  if (!(error instanceof ProviderError)) return error;
  const { failure, message, retryable, retryAfterMs } = error;
  return new ProviderError(failure, `${message}${more}`, {
    retryable,
    charged: true,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
    cause: error,
  });
}
