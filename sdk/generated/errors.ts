// Written by `npm run generate` from the contracts.
import { KilnError } from "../kiln-error.js";

/** 401: Missing, unknown or revoked credential. */
export class UnauthenticatedError extends KilnError {
  override readonly name: string = "UnauthenticatedError";
}

/** 400: The request does not match the contract. */
export class InvalidParamsError extends KilnError {
  override readonly name: string = "InvalidParamsError";
}

/** 402: The balance does not cover the estimate. Nothing was charged. */
export class InsufficientCreditsError extends KilnError {
  override readonly name: string = "InsufficientCreditsError";
}

/** 402: The project owner's balance does not cover the estimate. Nothing was charged. */
export class OwnerInsufficientCreditsError extends KilnError {
  override readonly name: string = "OwnerInsufficientCreditsError";
}

/** 402: This model is not open to the account that would be charged. */
export class PlanRequiredError extends KilnError {
  override readonly name: string = "PlanRequiredError";
}

/** 402: The storage quota is reached. */
export class StorageLimitError extends KilnError {
  override readonly name: string = "StorageLimitError";
}

/** 403: Not allowed. */
export class ForbiddenError extends KilnError {
  override readonly name: string = "ForbiddenError";
}

/** 403: Confirm your e-mail address first. */
export class EmailUnverifiedError extends KilnError {
  override readonly name: string = "EmailUnverifiedError";
}

/** 403: The project owner has to confirm their e-mail address first. */
export class OwnerEmailUnverifiedError extends KilnError {
  override readonly name: string = "OwnerEmailUnverifiedError";
}

/** 403: This account is suspended. */
export class AccountSuspendedError extends KilnError {
  override readonly name: string = "AccountSuspendedError";
}

/** 403: The project owner's account is suspended. */
export class OwnerAccountSuspendedError extends KilnError {
  override readonly name: string = "OwnerAccountSuspendedError";
}

/** 404: Not found. */
export class NotFoundError extends KilnError {
  override readonly name: string = "NotFoundError";
}

/** 409: The resource is in another state. */
export class ConflictError extends KilnError {
  override readonly name: string = "ConflictError";
}

/** 413: The payload is too large. */
export class PayloadTooLargeError extends KilnError {
  override readonly name: string = "PayloadTooLargeError";
}

/** 429: Too many requests. Retry later. */
export class RateLimitedError extends KilnError {
  override readonly name: string = "RateLimitedError";
}

/** 503: The upstream provider is unavailable. Retry later. */
export class ProviderUnavailableError extends KilnError {
  override readonly name: string = "ProviderUnavailableError";
}

/** 503: The service is unavailable. Retry later. */
export class UnavailableError extends KilnError {
  override readonly name: string = "UnavailableError";
}

/** 500: Something went wrong on our side. */
export class InternalError extends KilnError {
  override readonly name: string = "InternalError";
}

export type ErrorCode = "unauthenticated" | "invalid_params" | "insufficient_credits" | "owner_insufficient_credits" | "plan_required" | "storage_limit" | "forbidden" | "email_unverified" | "owner_email_unverified" | "account_suspended" | "owner_account_suspended" | "not_found" | "conflict" | "payload_too_large" | "rate_limited" | "provider_unavailable" | "unavailable" | "internal";

/** The class of each code. */
export const ERROR_CLASSES: Readonly<Record<ErrorCode, typeof KilnError>> = {
  unauthenticated: UnauthenticatedError,
  invalid_params: InvalidParamsError,
  insufficient_credits: InsufficientCreditsError,
  owner_insufficient_credits: OwnerInsufficientCreditsError,
  plan_required: PlanRequiredError,
  storage_limit: StorageLimitError,
  forbidden: ForbiddenError,
  email_unverified: EmailUnverifiedError,
  owner_email_unverified: OwnerEmailUnverifiedError,
  account_suspended: AccountSuspendedError,
  owner_account_suspended: OwnerAccountSuspendedError,
  not_found: NotFoundError,
  conflict: ConflictError,
  payload_too_large: PayloadTooLargeError,
  rate_limited: RateLimitedError,
  provider_unavailable: ProviderUnavailableError,
  unavailable: UnavailableError,
  internal: InternalError,
};
