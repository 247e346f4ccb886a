/**
 * Register of every error that leaves the service (rules/edge 3). With `exposed: false` the message of a
 * thrown error goes to the log only.
 */
export const ERRORS = {
  unauthenticated: { status: 401, exposed: true, message: "Missing, unknown or revoked credential." },
  invalid_params: { status: 400, exposed: true, message: "The request does not match the contract." },
  insufficient_credits: {
    status: 402,
    exposed: true,
    message: "The balance does not cover the estimate. Nothing was charged.",
  },
  owner_insufficient_credits: {
    status: 402,
    exposed: true,
    message: "The project owner's balance does not cover the estimate. Nothing was charged.",
  },
  plan_required: {
    status: 402,
    exposed: true,
    message: "This model is not open to the account that would be charged.",
  },
  storage_limit: { status: 402, exposed: true, message: "The storage quota is reached." },
  forbidden: { status: 403, exposed: true, message: "Not allowed." },
  email_unverified: { status: 403, exposed: true, message: "Confirm your e-mail address first." },
  owner_email_unverified: {
    status: 403,
    exposed: true,
    message: "The project owner has to confirm their e-mail address first.",
  },
  account_suspended: { status: 403, exposed: true, message: "This account is suspended." },
  owner_account_suspended: {
    status: 403,
    exposed: true,
    message: "The project owner's account is suspended.",
  },
  not_found: { status: 404, exposed: true, message: "Not found." },
  conflict: { status: 409, exposed: true, message: "The resource is in another state." },
  payload_too_large: { status: 413, exposed: true, message: "The payload is too large." },
  rate_limited: { status: 429, exposed: true, message: "Too many requests. Retry later." },
  provider_unavailable: {
    status: 503,
    exposed: true,
    message: "The upstream provider is unavailable. Retry later.",
  },
  unavailable: {
    status: 503,
    exposed: true,
    message: "The service is unavailable. Retry later.",
  },
  internal: { status: 500, exposed: false, message: "Something went wrong on our side." },
} as const satisfies Record<string, ErrorEntry>;

interface ErrorEntry {
  status: number;
  exposed: boolean;
  message: string;
}

export type ErrorCode = keyof typeof ERRORS;

/** Data that travels with an error: `retryAfterSeconds` becomes `Retry-After`, the rest guides agents. */
export interface ErrorDetails {
  retryAfterSeconds?: number;
  /** `WWW-Authenticate` of a 401 that asks for another credential than an API key. */
  challenge?: string;
  /**
   * True when a transaction was ended in favour of others and nothing of it was kept: by the database on `unavailable`,
   * by content on `conflict`. Tasks repeat it.
   */
  isConflict?: boolean;
  /** Credits that the refused work would have cost, when known. */
  estimatedCredits?: number;
  /** The caller's own remaining credits; left out when somebody else pays. */
  balance?: number;
  /** True on `storage_limit` when documents, not files, take the room. */
  isContent?: boolean;
}

/** The error class that every area throws. `code` decides the status; `cause` is for the log only. */
export class ServiceError extends Error {
  override readonly name = "ServiceError";
  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, message?: string, options: { details?: ErrorDetails; cause?: unknown } = {}) {
    super(
      message ?? ERRORS[code].message,
      options.cause === undefined ? undefined : { cause: options.cause },
    );
    this.code = code;
    this.details = options.details ?? {};
  }

  get status(): number {
    return ERRORS[this.code].status;
  }
}

/** Makes the most frequent refusal, a ServiceError `invalid_params`. */
export const invalidParams = (message: string) => new ServiceError("invalid_params", message);

export const notFound = (message?: string) => new ServiceError("not_found", message);
