import { type ErrorCode, ServiceError } from "../../../contracts/errors.js";

/** Errors that say nothing about the request: the database is away, or another process has the run. */
const NOT_OURS = new Set<ErrorCode>(["unavailable", "internal", "unauthenticated"]);
/** Errors that go away by themselves. */
const PASSING = new Set<ErrorCode>(["rate_limited", "provider_unavailable"]);

/** Tells whether an error is a refusal that ends the node which asked. */
export const isRefusal = (error: unknown): error is ServiceError =>
  error instanceof ServiceError && !NOT_OURS.has(error.code);

/** Returns the milliseconds to wait before another try after a passing refusal, else null. */
export function waitAfter(error: unknown): number | null {
  if (!(error instanceof ServiceError) || !PASSING.has(error.code)) return null;
  const seconds = Number(
    (error.details as { retryAfterSeconds?: number } | undefined)?.retryAfterSeconds ?? 1,
  );
  return Math.min(30_000, Math.max(100, seconds * 1000));
}

/** The failure of a node; its message becomes the node's `detail`. */
export class NodeFailure extends Error {}

/** Thrown when an output that may stay empty did: the node is skipped, and nothing has failed. */
export class NothingCame extends Error {}
