import type { Host } from "../../../runtime/process/host.js";
import type { Tx } from "../../../runtime/database/transaction.js";
import { findClientsBeyond } from "./grant.repository.js";
import { changeRecord, deleteRecords, findRecord } from "./record.repository.js";

const DAY_MS = 24 * 3600_000;
/** A person who registers a client signs in at once; what nobody has used by then is a stranger's row. */
const UNUSED_MS = DAY_MS;
/** Longer than refresh tokens live: nobody comes back to a client whose last token is over. */
const USED_MS = 32 * DAY_MS;
/** Of clients that nobody has used, in all; the oldest go first. */
const MOST_UNUSED = 10_000;
const BATCH = 500;

/** When a client that is registered now goes, if nobody uses it. */
export const unusedUntil = (now: number): number => now + UNUSED_MS;

/** Keeps a client for as long as what is given to it now; written once a day at most. */
export async function keepClient(tx: Tx, id: string, now: number): Promise<void> {
  const client = await findRecord(tx, { id });
  const until = client?.expiresAt ?? null;
  if (until === null || until > now + USED_MS - DAY_MS) return;
  await changeRecord(tx, { id, expiresAt: now + USED_MS });
}

/** Removes the oldest clients that nobody has used, where there are too many of them. */
export async function trimUnused(
  host: Pick<Host, "read" | "transact">,
  most: number = MOST_UNUSED,
): Promise<void> {
  for (;;) {
    const until = unusedUntil(Date.now());
    const ids = await findClientsBeyond(host.read, { until, most, limit: BATCH });
    if (ids.length > 0) await host.transact((tx) => deleteRecords(tx, ids));
    if (ids.length < BATCH) return;
  }
}
