import { ServiceError } from "../../contracts/errors.js";

const AWAY = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ETIMEDOUT",
  "EPIPE",
  "ENOTFOUND",
  "PROTOCOL_CONNECTION_LOST",
  "PROTOCOL_SEQUENCE_TIMEOUT",
  "ER_CON_COUNT_ERROR",
  "ER_SERVER_SHUTDOWN",
  "POOL_CLOSED",
]);

/** Turns an unreachable database into 503 `unavailable`; other errors pass unchanged. */
export function fromDatabase(error: unknown): unknown {
  const code =
    (error as { code?: unknown; driverError?: { code?: unknown } } | null)?.driverError?.code ??
    (error as { code?: unknown } | null)?.code;
  if (typeof code !== "string" || !AWAY.has(code) || error instanceof ServiceError) return error;
  return new ServiceError("unavailable", "The database is away. Retry later.", {
    details: { retryAfterSeconds: 2 },
    cause: error,
  });
}
