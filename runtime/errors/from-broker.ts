import { ServiceError } from "../../contracts/errors.js";
import { OUTCOME_UNKNOWN } from "../concurrency/current-call.js";

const AWAY = new Set([
  "ServiceNotFoundError",
  "ServiceNotAvailableError",
  "RequestSkippedError",
  "QueueIsFullError",
  "BrokerDisconnectedError",
  "NotDeliveredError",
]);

/** Tells whether a call never reached a node that would have begun it, so that another node may take it. */
export const isNotBegun = (error: unknown): boolean => nameOf(error) === "NotDeliveredError";

/** Tells whether the node that had a call died, or stopped answering, before it answered. */
export const isOfDeadNode = (error: unknown): boolean => nameOf(error) === "RequestRejectedError";

const nameOf = (error: unknown): string | null => (error instanceof Error ? error.name : null);

const RETRY_AFTER_SECONDS = 2;

/** Turns the broker's own faults into 503 `unavailable` (rules/edge 34); other errors pass unchanged. */
export function fromBroker(error: unknown): unknown {
  if (error instanceof ServiceError || !(error instanceof Error)) return error;
  if (AWAY.has(error.name)) {
    return new ServiceError("unavailable", "A part of the service is away. Retry later.", {
      details: { retryAfterSeconds: RETRY_AFTER_SECONDS },
      cause: error,
    });
  }
  if (error.name === "RequestTimeoutError" || isOfDeadNode(error)) {
    return new ServiceError("unavailable", OUTCOME_UNKNOWN, {
      details: { retryAfterSeconds: RETRY_AFTER_SECONDS },
      cause: error,
    });
  }
  return error;
}
