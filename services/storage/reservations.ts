import { ServiceError } from "../../contracts/errors.js";
import { StorageObject } from "../../entities/storage-object.js";
import type { Host } from "../../runtime/process/host.js";
import type { Reader, Tx } from "../../runtime/database/transaction.js";
import { committedBytes, includedBytes, storageLimit } from "./quota.js";
import { addUsage } from "./usage-row.js";

/** How long a ticket lives (rules/storage 9). */
export const TICKET_MS = 3600_000;
/** Tickets of an account that wait for their bytes or their commit (rules/storage 9). */
const MAX_WAITING = 100;

type Configured = Pick<Host, "config">;

export interface Waiting {
  count: number;
  bytes: number;
  /** When the oldest of them began; null when there is none. */
  since: number | null;
}

/**
 * The account's staged uploads whose tickets are not over, and what they reserve. The rows are counted and no sum of them is
 * kept, so that a ticket's end needs nobody who notes it.
 */
export async function waitingUploads(read: Reader, accountId: string, except = ""): Promise<Waiting> {
  const [row] = await read.query<{ count: number; bytes: number | null; since: number | null }>(
    `SELECT COUNT(*) AS count, SUM(sizeBytes) AS bytes, MIN(createdAt) AS since FROM storage_objects
      WHERE ownerId = ? AND state = 'staged' AND createdAt > ? AND id <> ?`,
    [accountId, Date.now() - TICKET_MS, except],
  );
  return {
    count: Number(row?.count ?? 0),
    bytes: Number(row?.bytes ?? 0),
    since: row?.since === null || row?.since === undefined ? null : Number(row.since),
  };
}

/** Throws `storage_limit` when committed and reserved bytes leave no room for so many more; staging decides it for good. */
export async function refuseOverQuota(
  host: Pick<Host, "config" | "read">,
  accountId: string,
  bytes: number,
): Promise<void> {
  const waiting = await waitingUploads(host.read, accountId);
  await refuseBeyond(host, host.read, accountId, waiting.bytes + bytes);
}

/**
 * Stages an upload, whose size counts against the quota from now on (rules/storage 8). The account's usage is the lock: two
 * tickets cannot both take the last place. Throws `storage_limit`; with `isTicket` also `rate_limited` beyond 100 that wait.
 */
export async function stageUpload(
  host: Configured,
  tx: Tx,
  upload: StorageObject,
  { isTicket }: { isTicket: boolean },
): Promise<void> {
  const { ownerId } = upload;
  await addUsage(tx, ownerId, 0);
  const waiting = await waitingUploads(tx, ownerId);
  if (isTicket && waiting.count >= MAX_WAITING) throw tooMany(waiting);
  await refuseBeyond(host, tx, ownerId, waiting.bytes + upload.sizeBytes);
  await tx.insert(StorageObject, upload);
}

/** Makes the reservation of a staged upload larger, as more bytes come than were known of. Throws `storage_limit`. */
export async function growReservation(
  host: Configured,
  tx: Tx,
  { id, ownerId }: Pick<StorageObject, "id" | "ownerId">,
  sizeBytes: number,
): Promise<void> {
  await addUsage(tx, ownerId, 0);
  const others = await waitingUploads(tx, ownerId, id);
  await refuseBeyond(host, tx, ownerId, others.bytes + sizeBytes);
  await tx.update(StorageObject, { id, state: "staged" }, { sizeBytes });
}

async function refuseBeyond(host: Configured, read: Reader, accountId: string, bytes: number): Promise<void> {
  const quota = await includedBytes(read, accountId);
  if ((await committedBytes(read, accountId)) + bytes > quota) throw storageLimit(host, quota);
}

/** It is over by itself when tickets are committed, deleted or an hour old: so 429, with the time until the first one is. */
function tooMany({ since }: Waiting): ServiceError {
  const overAt = (since ?? Date.now()) + TICKET_MS;
  const retryAfterSeconds = Math.max(1, Math.ceil((overAt - Date.now()) / 1000));
  return new ServiceError(
    "rate_limited",
    `${MAX_WAITING} uploads of this account wait already. Commit some of them first; a ticket is over after an hour.`,
    { details: { retryAfterSeconds } },
  );
}
