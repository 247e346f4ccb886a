import { ServiceError } from "../../contracts/errors.js";
import { OUTCOME_UNKNOWN } from "../deadline.js";

const AWAY = new Set([
  "ServiceNotFoundError",
  "ServiceNotAvailableError",
  "RequestRejectedError",
  "RequestSkippedError",
  "QueueIsFullError",
  "BrokerDisconnectedError",
]);

const RETRY_AFTER_SECONDS = 2;

/** Turns the broker's own faults into 503 `unavailable` (decisions 2); other errors pass unchanged. */
export function fromBroker(error: unknown): unknown {
  if (error instanceof ServiceError || !(error instanceof Error)) return error;
  if (AWAY.has(error.name)) {
    return new ServiceError("unavailable", "A part of the service is away. Retry later.", {
      details: { retryAfterSeconds: RETRY_AFTER_SECONDS },
      cause: error,
    });
  }
  if (error.name === "RequestTimeoutError") {
    return new ServiceError("unavailable", OUTCOME_UNKNOWN, {
      details: { retryAfterSeconds: RETRY_AFTER_SECONDS },
      cause: error,
    });
  }
  return error;
}
