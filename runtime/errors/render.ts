import { ERRORS, ServiceError, type ErrorCode } from "../../contracts/errors.js";
import { fromBroker } from "./from-broker.js";
import { fromDatabase } from "./from-database.js";

export interface RenderedError {
  status: number;
  headers: Record<string, string>;
  body: { error: { code: ErrorCode; message: string } };
  /** False: the caller learns nothing of the inside, so the log has to. */
  isExpected: boolean;
}

/** Any thrown value as a ServiceError; what nobody foresaw is `internal`. */
export function toServiceError(thrown: unknown): ServiceError {
  const error = fromDatabase(fromBroker(thrown));
  return error instanceof ServiceError ? error : new ServiceError("internal", undefined, { cause: error });
}

/** When to come again, where the thrower does not know: these codes always say it (rules/edge 7). */
const RETRY_SECONDS: Partial<Record<ErrorCode, number>> = {
  rate_limited: 10,
  provider_unavailable: 30,
  unavailable: 5,
};

/** The one renderer of the envelope `{ error: { code, message } }` (rules/edge 3). */
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
