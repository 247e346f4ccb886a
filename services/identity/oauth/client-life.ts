import type { Host } from "../../../runtime/process/host.js";
import type { Tx } from "../../../runtime/database/transaction.js";
import { findClientsBeyond } from "./grant.repository.js";
import { changeRecord, deleteRecords, findRecord } from "./record.repository.js";

const DAY_MS = 24 * 3600_000;
/**
 * Lifetime of a client that nobody has used: a person who registers a client signs in at once, so that an
 * unused one is that of an anonymous caller.
 */
const UNUSED_MS = DAY_MS;
/**
 * Lifetime of a client after its last use, longer than that of refresh tokens: nobody returns to a client
 * whose last token has ended.
 */
const USED_MS = 32 * DAY_MS;
/** Unused clients that are kept in all; the oldest are removed first. */
const MOST_UNUSED = 10_000;
const BATCH = 500;

/** Returns the time at which a client that is registered now ends if nobody uses it. */
export const unusedUntil = (now: number): number => now + UNUSED_MS;

/**
 * Extends a client's life beyond that of the codes and tokens given to it now; written at most once a day.
 */
export async function keepClient(tx: Tx, id: string, now: number): Promise<void> {
  const client = await findRecord(tx, { id });
  const until = client?.expiresAt ?? null;
  if (until === null || until > now + USED_MS - DAY_MS) return;
  await changeRecord(tx, { id, expiresAt: now + USED_MS });
}

/** Removes the oldest unused clients beyond the number that is kept. */
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
