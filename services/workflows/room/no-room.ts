import { ServiceError } from "../../../contracts/errors.js";
import type { Reader } from "../../../runtime/database/transaction.js";
import type { Host } from "../../../runtime/process/host.js";
import { firstRemovable } from "./run-size.repository.js";

const MB = 2 ** 20;
/** The interval at which runs are removed to make room. */
export const SWEEP_MS = 60_000;

/** Returns the bytes that the runs of an account may store beyond what was paid for. */
export const mostStored = ({ config }: Pick<Host, "config">): number =>
  config.workflowRunsBytes === 0 ? Number.MAX_SAFE_INTEGER : config.workflowRunsBytes;

/** The time after which it is worth to ask again where nothing says when a run may be removed. */
const UNKNOWN_MS = 3600_000;

/** Returns the error for an account whose runs leave no room for another one; it says when the first of them may be removed. */
export async function noRoom(
  read: Reader,
  { config }: Pick<Host, "config">,
  { accountId, bytes }: { accountId: string; bytes: number },
): Promise<ServiceError> {
  const first = await firstRemovable(read, accountId);
  const now = Date.now();
  const inMs = first === null ? UNKNOWN_MS : Math.max(0, first - now) + SWEEP_MS;
  const when =
    first === null
      ? "None of them may be removed yet: those that go on may be 24 hours after their end, and those that cost something stay until their workflow is deleted."
      : first <= now
        ? "The oldest of those that cost nothing are being removed: retry in a few minutes."
        : `From ${new Date(first).toISOString()} on those that cost nothing are removed, the oldest first.`;
  return new ServiceError(
    "rate_limited",
    `Your runs that cost nothing, and what others store beyond 1 MB for each credit, take ${Math.ceil(bytes / MB).toLocaleString("en")} MB, and an account may store ${(config.workflowRunsBytes / MB).toLocaleString("en")} MB of them (WORKFLOW_RUNS_MB). ${when} A workflow that is deleted makes room at once.`,
    { details: { retryAfterSeconds: Math.ceil(inMs / 1000) } },
  );
}
