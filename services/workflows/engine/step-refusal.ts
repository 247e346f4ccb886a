import { type ErrorCode, ServiceError } from "../../../contracts/errors.js";

/** Not about what was asked for: the database is away, another process has the run. */
const NOT_OURS = new Set<ErrorCode>(["unavailable", "internal", "unauthenticated"]);
/** Goes away by itself. */
const PASSING = new Set<ErrorCode>(["rate_limited", "provider_unavailable"]);

/** A refusal that ends the node which asked. */
export const isRefusal = (error: unknown): error is ServiceError =>
  error instanceof ServiceError && !NOT_OURS.has(error.code);

/** A refusal that is worth another try; gives the milliseconds to wait, else null. */
export function waitAfter(error: unknown): number | null {
  if (!(error instanceof ServiceError) || !PASSING.has(error.code)) return null;
  const seconds = Number(
    (error.details as { retryAfterSeconds?: number } | undefined)?.retryAfterSeconds ?? 1,
  );
  return Math.min(30_000, Math.max(100, seconds * 1000));
}

/** Why a node failed: its message is the node's `detail`. */
export class NodeFailure extends Error {}

/** An output that may stay empty did: the node is skipped, and nothing has failed. */
export class NothingCame extends Error {}
