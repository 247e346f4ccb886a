import { type ErrorCode, ServiceError } from "../../../contracts/errors.js";

/** The codes of refusals by the status that a service names; other refusals are `invalid_params`. */
const REFUSALS: Readonly<Record<number, ErrorCode>> = {
  402: "forbidden",
  401: "forbidden",
  403: "forbidden",
  404: "not_found",
  409: "conflict",
  413: "payload_too_large",
  429: "rate_limited",
};
/**
 * The errors of the way to the service. Errors of the service's own node have no name any more
 * (runtime/cluster/external-nodes.ts).
 */
const AWAY = new Set([
  "NotDeliveredError",
  "ServiceNotFoundError",
  "ServiceNotAvailableError",
  "ServiceUnavailableError",
  "BrokerDisconnectedError",
]);
const LONGEST_MESSAGE = 300;
const RETRY_SECONDS = 5;

interface Thrown {
  name?: unknown;
  code?: unknown;
  message?: unknown;
  data?: unknown;
}

/**
 * Returns the error for a caller from the error of an external service: refusals (400 to 499) keep their code
 * and message; for a fault the caller is told that the service failed, was away or did not answer. Kiln's own
 * errors pass unchanged.
 */
export function externalError(thrown: unknown, service: string): ServiceError {
  if (thrown instanceof ServiceError) return thrown;
  const { name, code, message, data } = (
    typeof thrown === "object" && thrown !== null ? thrown : {}
  ) as Thrown;
  const failed = (sentence: string) =>
    new ServiceError("unavailable", sentence, {
      details: { retryAfterSeconds: RETRY_SECONDS },
      cause: thrown,
    });
  if (name === "UnfitAnswerError")
    return failed(`${service} gave an answer that cannot be passed on: it is a stream, or over 4 MB.`);
  if (AWAY.has(String(name))) return failed(`${service} is away, and nothing was done. Retry later.`);
  if (name === "RequestTimeoutError" || name === "RequestRejectedError")
    return failed(`${service} did not answer; the outcome is unknown.`);
  if (typeof code !== "number" || code < 400 || code > 499)
    return failed(`${service} failed; the outcome is unknown.`);
  const [first] = Array.isArray(data) ? (data as { message?: unknown }[]) : [];
  const sentence = textOf(code === 422 && first?.message !== undefined ? first.message : message);
  return new ServiceError(REFUSALS[code] ?? "invalid_params", sentence ?? `${service} refused the request.`, {
    cause: thrown,
  });
}

/** Returns a message as one line of bounded length without control characters; null for no text. */
function textOf(message: unknown): string | null {
  if (typeof message !== "string") return null;
  const line = message.replaceAll(/[\p{C}\s]+/gu, " ").trim();
  return line === "" ? null : line.slice(0, LONGEST_MESSAGE);
}
