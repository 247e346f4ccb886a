import { type ErrorCode, ServiceError } from "../../../contracts/errors.js";

/** What a service of a third party may refuse with, by the status that it names; other refusals are `invalid_params`. */
const REFUSALS: Readonly<Record<number, ErrorCode>> = {
  402: "forbidden",
  401: "forbidden",
  403: "forbidden",
  404: "not_found",
  409: "conflict",
  413: "payload_too_large",
  429: "rate_limited",
};
/** Faults of the way to the service. What its own node says has no name any more (runtime/cluster/external-nodes.ts). */
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
 * What a caller is told of an error of an external service: its refusals (400 to 499) by code and message, and of faults
 * that it failed, was away or silent. Errors of ours pass unchanged.
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

/** One line of bounded length, without control characters; null for what is no text. */
function textOf(message: unknown): string | null {
  if (typeof message !== "string") return null;
  const line = message.replaceAll(/[\p{C}\s]+/gu, " ").trim();
  return line === "" ? null : line.slice(0, LONGEST_MESSAGE);
}
