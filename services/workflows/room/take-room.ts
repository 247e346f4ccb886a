import { ServiceError } from "../../../contracts/errors.js";
import type { WorkflowRun } from "../../../entities/workflow-run.js";
import type { Tx } from "../../../runtime/database/transaction.js";
import type { Host } from "../../../runtime/process/host.js";
import { mostStored, noRoom } from "./no-room.js";
import { addStoredWithin, standingOf, storedBytesOf } from "./usage.repository.js";

/** The most runs of an account that may go on at once, as many as its generation jobs (rules/generation 12). */
const MAX_LIVE_RUNS = 1000;

/** Throws `rate_limited` for an account that has too many running or stored runs. */
export async function refuseMany(
  host: Pick<Host, "read" | "config">,
  accountId: string,
  more: number,
): Promise<void> {
  const { running, bytes } = await standingOf(host.read, accountId);
  if (bytes + more > mostStored(host)) throw await noRoom(host.read, host, { accountId, bytes });
  if (running < MAX_LIVE_RUNS) return;
  throw new ServiceError(
    "rate_limited",
    `${MAX_LIVE_RUNS} of your runs are in progress. Retry when some have ended.`,
    {
      details: { retryAfterSeconds: 10 },
    },
  );
}

/** Counts a new run for its starter. The lock of the starter's row makes others that start at the same time see it. */
export async function takeRoom(tx: Tx, host: Pick<Host, "config">, run: WorkflowRun): Promise<void> {
  const [accountId, bytes] = [run.starterId, run.storedBytes ?? 0];
  if (await addStoredWithin(tx, { accountId, bytes, most: mostStored(host) })) return;
  throw await noRoom(tx, host, { accountId, bytes: await storedBytesOf(tx, accountId) });
}
