import { ServiceError } from "../../contracts/errors.js";
import type { StorageObject } from "../../entities/storage-object.js";
import type { Host } from "../../runtime/process/host.js";
import type { Reader, Tx } from "../../runtime/database/transaction.js";
import { countStaged, insertObject, setReserved, type Waiting } from "./object.repository.js";
import { includedBytes, storageLimit } from "./quota.js";
import { committedBytes, lockUsage } from "./usage.repository.js";

/** Milliseconds that a ticket lives (rules/storage 9). */
export const TICKET_MS = 3600_000;
/** Tickets of an account that may wait for their bytes or their commit (rules/storage 9). */
const MAX_WAITING = 100;

type Configured = Pick<Host, "config">;

/**
 * Counts the account's staged uploads with living tickets, and their reserved bytes. The rows are counted and
 * no sum is stored, so that no code has to note a ticket's end.
 */
export const waitingUploads = (read: Reader, accountId: string, except = ""): Promise<Waiting> =>
  countStaged(read, { ownerId: accountId, after: Date.now() - TICKET_MS, except });

/**
 * Throws `storage_limit` when committed and reserved bytes leave no room for `bytes` more; staging checks
 * this again under the lock.
 */
export async function refuseOverQuota(
  host: Pick<Host, "config" | "read">,
  accountId: string,
  bytes: number,
): Promise<void> {
  const waiting = await waitingUploads(host.read, accountId);
  await refuseBeyond(host, host.read, accountId, waiting.bytes + bytes);
}

/**
 * Stages an upload, whose size counts against the quota from now on (rules/storage 8). The account's usage is
 * the lock: two tickets cannot both take the last place. Throws `storage_limit`; with `isTicket` also
 * `rate_limited` when 100 tickets wait.
 */
export async function stageUpload(
  host: Configured,
  tx: Tx,
  upload: StorageObject,
  { isTicket }: { isTicket: boolean },
): Promise<void> {
  const { ownerId } = upload;
  await lockUsage(tx, ownerId);
  const waiting = await waitingUploads(tx, ownerId);
  if (isTicket && waiting.count >= MAX_WAITING) throw tooMany(waiting);
  await refuseBeyond(host, tx, ownerId, waiting.bytes + upload.sizeBytes);
  await insertObject(tx, upload);
}

/**
 * Enlarges the reservation of a staged upload that turns out to be longer than known. Throws `storage_limit`.
 */
export async function growReservation(
  host: Configured,
  tx: Tx,
  { id, ownerId }: Pick<StorageObject, "id" | "ownerId">,
  sizeBytes: number,
): Promise<void> {
  await lockUsage(tx, ownerId);
  const others = await waitingUploads(tx, ownerId, id);
  await refuseBeyond(host, tx, ownerId, others.bytes + sizeBytes);
  await setReserved(tx, { id, sizeBytes });
}

async function refuseBeyond(host: Configured, read: Reader, accountId: string, bytes: number): Promise<void> {
  const quota = await includedBytes(read, accountId);
  if ((await committedBytes(read, accountId)) + bytes > quota) throw storageLimit(host, quota);
}

/**
 * Makes the 429 with the time until the oldest ticket ends: the limit passes by itself as tickets are
 * committed, deleted or an hour old.
 */
function tooMany({ since }: Waiting): ServiceError {
  const overAt = (since ?? Date.now()) + TICKET_MS;
  const retryAfterSeconds = Math.max(1, Math.ceil((overAt - Date.now()) / 1000));
  return new ServiceError(
    "rate_limited",
    `${MAX_WAITING} uploads of this account wait already. Commit some of them first; a ticket is over after an hour.`,
    { details: { retryAfterSeconds } },
  );
}
