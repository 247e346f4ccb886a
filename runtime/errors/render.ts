import { ERRORS, ServiceError, type ErrorCode } from "../../contracts/errors.js";
import { fromBroker } from "./from-broker.js";
import { fromDatabase } from "./from-database.js";

export interface RenderedError {
  status: number;
  headers: Record<string, string>;
  body: { error: { code: ErrorCode; message: string } };
  /** False for an internal error, of which the caller learns no details, so that it has to be logged. */
  isExpected: boolean;
}

/** Turns any thrown value into a ServiceError; an unforeseen one becomes `internal`. */
export function toServiceError(thrown: unknown): ServiceError {
  const error = fromDatabase(fromBroker(thrown));
  return error instanceof ServiceError ? error : new ServiceError("internal", undefined, { cause: error });
}

/** The seconds for `Retry-After` when the error does not give them. These codes always send that header (rules/edge 7). */
const RETRY_SECONDS: Partial<Record<ErrorCode, number>> = {
  rate_limited: 10,
  provider_unavailable: 30,
  unavailable: 5,
};

/** Renders any thrown value as the envelope `{ error: { code, message } }` (rules/edge 3). All errors are rendered here. */
export function renderError(thrown: unknown, requestId: string): RenderedError {
  const error = toServiceError(thrown);
  const { status, exposed, message } = ERRORS[error.code];
  const headers: Record<string, string> = {};
  const { retryAfterSeconds = RETRY_SECONDS[error.code], challenge = 'Bearer realm="kiln"' } = error.details;
  if (status === 401) headers["www-authenticate"] = challenge;
  if (retryAfterSeconds !== undefined)
    headers["retry-after"] = String(Math.max(1, Math.ceil(retryAfterSeconds)));
  return {
    status,
    headers,
    body: {
      error: { code: error.code, message: exposed ? error.message : `${message} Request id: ${requestId}` },
    },
    isExpected: error.code !== "internal",
  };
}
